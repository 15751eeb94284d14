#include "router/api/models.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "base/error_detail.h"

namespace ferro::router {
namespace {

using ferro::common::v1::ModelInfo;

Json MetaJson(const ModelInfo& model) {
  return Json{{"vocab_type", 2},
              {"n_vocab", model.vocabulary()},
              {"n_ctx", model.context()},
              {"n_ctx_train", model.trained_context()},
              {"n_embd", model.embedding_length()},
              {"n_params", model.parameters()},
              {"size", model.file_bytes()},
              {"ftype", model.file_type()}};
}

Json LmCapabilities(const ModelInfo& model) {
  Json capabilities = Json::array({"completion"});
  if (!model.chat_template().empty()) capabilities.push_back("chat");
  const auto tools = model.template_capabilities().find("supports_tools");
  if (tools != model.template_capabilities().end() && tools->second) capabilities.push_back("tools");
  return capabilities;
}

// What a model gives, by which clients find out which routes are there.
const char* OutputOf(const std::string& kind) {
  if (kind == "lm") return "text";
  return kind == "decide" ? "decisions" : "embeddings";
}

// `kind` is lm, decide or embed; also the id while nothing is known of the model.
Json ModelJson(const ApiContext& context, const std::string& kind, const ServiceState& state) {
  const bool lm = kind == "lm";
  const ModelInfo model = state.model ? *state.model : ModelInfo();
  Json json{{"id", state.model ? model.id() : kind},
            {"object", "model"},
            {"created", model.loaded_at() > 0 ? model.loaded_at() : absl::ToUnixSeconds(context.start)},
            {"owned_by", "ferro"}};
  Json inputs = Json::array({"text"});
  for (const std::string& modality : model.modalities()) inputs.push_back(modality);
  if (state.model) {
    if (lm) json["aliases"] = context.options.model_aliases;
    json["max_model_len"] = model.context();
  }
  json["architecture"] = {{"input_modalities", std::move(inputs)},
                          {"output_modalities", Json::array({OutputOf(kind)})}};
  if (state.model) {
    json["meta"] = MetaJson(model);
    json["capabilities"] = lm ? LmCapabilities(model) : Json::array({OutputOf(kind)});
  }
  if (model.embedding_widths_size() > 0) {
    json["embedding"] = {
        {"dimensions", std::vector<int>(model.embedding_widths().begin(), model.embedding_widths().end())},
        {"tasks", std::vector<std::string>(model.embedding_tasks().begin(), model.embedding_tasks().end())}};
  }
  json["status"] = {{"value", state.ready() ? "loaded" : "loading"}};
  return json;
}

// The language model first: clients that take the first one want to chat.
Json ListModels(const ApiContext& context) {
  Json data = Json::array();
  if (context.lm_tracker) data.push_back(ModelJson(context, "lm", context.lm_tracker->Get()));
  if (context.decide_tracker) data.push_back(ModelJson(context, "decide", context.decide_tracker->Get()));
  if (context.embed_tracker) data.push_back(ModelJson(context, "embed", context.embed_tracker->Get()));
  return data;
}

}  // namespace

void HandleModels(ApiContext& context, std::shared_ptr<Exchange> exchange) {
  Json data = ListModels(context);
  Json models = Json::array();
  for (const Json& model : data) {
    models.push_back(Json{{"name", model["id"]},
                          {"model", model["id"]},
                          {"type", "model"},
                          // Strings that typesafe-sdk insists on.
                          {"description", ""},
                          {"release_date", ""},
                          {"capabilities", model.value("capabilities", Json::array())},
                          {"details", {{"format", "gguf"}}}});
  }
  exchange->Reply(JsonResponse(Json{{"object", "list"}, {"data", std::move(data)}, {"models", std::move(models)}}));
}

void HandleModel(ApiContext& context, std::shared_ptr<Exchange> exchange) {
  absl::string_view id = exchange->request().head.path;
  absl::ConsumePrefix(&id, "/v1");
  absl::ConsumePrefix(&id, "/models/");
  for (const Json& model : ListModels(context)) {
    if (model["id"] == std::string(id)) return exchange->Reply(JsonResponse(model));
  }
  ErrorDetail detail;
  detail.param = "model";
  ReplyError(*exchange, WithDetail(absl::NotFoundError(absl::StrCat("model '", id, "' is not served here")), detail),
             ErrorShape::kOpenAi);
}

}  // namespace ferro::router

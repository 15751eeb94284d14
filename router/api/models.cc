#include "router/api/models.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "base/error_detail.h"

namespace ferro::router {
namespace {

using ferro::common::v1::ModelInfo;

Json ModelJson(const ApiContext& context, const ServiceState& state) {
  const ModelInfo& model = *state.model;
  const auto capability = [&](const char* name) {
    const auto it = model.template_capabilities().find(name);
    return it != model.template_capabilities().end() && it->second;
  };
  Json capabilities = Json::array({"completion"});
  if (!model.chat_template().empty()) capabilities.push_back("chat");
  if (capability("supports_tools")) capabilities.push_back("tools");
  Json inputs = Json::array({"text"});
  for (const std::string& modality : model.modalities()) inputs.push_back(modality);
  return Json{{"id", model.id()},
              {"object", "model"},
              {"created", model.loaded_at() > 0 ? model.loaded_at() : absl::ToUnixSeconds(context.start)},
              {"owned_by", "ferro"},
              {"aliases", context.options.model_aliases},
              {"max_model_len", model.context()},
              {"architecture", {{"input_modalities", inputs}, {"output_modalities", {"text"}}}},
              {"meta",
               {{"vocab_type", 2},
                {"n_vocab", model.vocabulary()},
                {"n_ctx", model.context()},
                {"n_ctx_train", model.trained_context()},
                {"n_embd", model.embedding_length()},
                {"n_params", model.parameters()},
                {"size", model.file_bytes()},
                {"ftype", model.file_type()}}},
              {"capabilities", std::move(capabilities)},
              {"status", {{"value", state.ready() ? "loaded" : "loading"}}}};
}

// A configured model of which nothing is known yet.
Json LoadingJson(const ApiContext& context) {
  return Json{{"id", "lm"},
              {"object", "model"},
              {"created", absl::ToUnixSeconds(context.start)},
              {"owned_by", "ferro"},
              {"status", {{"value", "loading"}}}};
}

Json ListModels(const ApiContext& context) {
  Json data = Json::array();
  if (context.lm_tracker == nullptr) return data;
  const ServiceState state = context.lm_tracker->Get();
  data.push_back(state.model ? ModelJson(context, state) : LoadingJson(context));
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
                          {"capabilities", model.value("capabilities", Json::array({"completion"}))},
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

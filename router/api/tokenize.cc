#include "router/api/tokenize.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "router/api/call_options.h"
#include "router/api/chat_fields.h"
#include "router/api/field_reader.h"
#include "router/api/mixed_prompt.h"

namespace ferro::router {
namespace {

using ferro::lm::v1::DetokenizeRequest;
using ferro::lm::v1::DetokenizeResponse;
using ferro::lm::v1::TokenizeRequest;
using ferro::lm::v1::TokenizeResponse;

constexpr ErrorShape kShape = ErrorShape::kLlamaCpp;
// A text that would keep a small box busy for seconds is a mistake, not a request.
constexpr size_t kMaxTextBytes = 1 << 20;
constexpr size_t kMaxTokens = 1 << 20;

struct TokenizeCall {
  TokenizeRequest rpc;
  // vLLM's answer (count, max_model_len) instead of llama.cpp's.
  bool vllm = false;
  bool pieces = false;
};

absl::Status CheckText(const Json& text, const std::string& param) {
  if (!text.is_string()) return WrongType(param, "string", text);
  if (text.get_ref<const std::string&>().size() <= kMaxTextBytes) return absl::OkStatus();
  return InvalidField(param, absl::StrCat("Field '", param, "': at most ", kMaxTextBytes, " bytes"));
}

absl::StatusOr<TokenizeCall> ReadLlamaCpp(const Json& body) {
  TokenizeCall call;
  const Json& content = body["content"];
  if (content.is_array()) {
    FERRO_ASSIGN_OR_RETURN(*call.rpc.mutable_mixed(), ReadMixedPrompt(content, "content"));
    if (call.rpc.ByteSizeLong() > kMaxTextBytes) {
      return InvalidField("content", absl::StrCat("Field 'content': at most ", kMaxTextBytes, " bytes"));
    }
  } else {
    FERRO_RETURN_IF_ERROR(CheckText(content, "content"));
    call.rpc.set_text(content.get<std::string>());
  }
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> add, ReadBool(body, "add_special"));
  call.rpc.set_add_special(add.value_or(false));
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> parse, ReadBool(body, "parse_special"));
  call.rpc.set_parse_special(parse.value_or(true));
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> pieces, ReadBool(body, "with_pieces"));
  call.pieces = pieces.value_or(false);
  return call;
}

absl::StatusOr<TokenizeCall> ReadVllm(const Json& body) {
  TokenizeCall call;
  call.vllm = true;
  const bool chat = FindField(body, "messages") != nullptr;
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> add, ReadBool(body, "add_special_tokens"));
  if (chat) {
    FERRO_ASSIGN_OR_RETURN(*call.rpc.mutable_chat(), ReadChat(body));
  } else {
    // `text` is OpenVINO Model Server's name.
    const char* key = FindField(body, "prompt") != nullptr ? "prompt" : "text";
    const Json* text = FindField(body, key);
    if (text == nullptr) {
      return InvalidField("content", "one of 'content', 'prompt' or 'messages' is required", kReasonMissingField);
    }
    FERRO_RETURN_IF_ERROR(CheckText(*text, key));
    call.rpc.set_text(text->get<std::string>());
  }
  call.rpc.set_add_special(add.value_or(!chat));
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> strings, ReadBool(body, "return_token_strs"));
  call.pieces = strings.value_or(false);
  return call;
}

absl::StatusOr<TokenizeCall> ReadTokenize(Exchange& exchange) {
  FERRO_ASSIGN_OR_RETURN(Json body, ParseObject(exchange));
  FERRO_ASSIGN_OR_RETURN(TokenizeCall call, body.contains("content") ? ReadLlamaCpp(body) : ReadVllm(body));
  call.rpc.set_return_pieces(call.pieces);
  return call;
}

Json PieceJson(const std::string& bytes) {
  if (IsValidUtf8(bytes)) return Json(bytes);
  Json values = Json::array();
  for (const unsigned char c : bytes) values.push_back(static_cast<int>(c));
  return values;
}

Json LlamaCppAnswer(const TokenizeResponse& response, bool pieces) {
  Json tokens = Json::array();
  for (int i = 0; i < response.ids_size(); ++i) {
    if (pieces && i < response.pieces_size()) {
      tokens.push_back(Json{{"id", response.ids(i)}, {"piece", PieceJson(response.pieces(i))}});
    } else {
      tokens.push_back(response.ids(i));
    }
  }
  return Json{{"tokens", std::move(tokens)}};
}

Json VllmAnswer(const TokenizeResponse& response, bool pieces, int context) {
  Json strings;
  if (pieces) {
    strings = Json::array();
    for (const std::string& piece : response.pieces()) strings.push_back(piece);
  }
  return Json{{"count", response.ids_size()},
              {"max_model_len", context},
              {"tokens", std::vector<int32_t>(response.ids().begin(), response.ids().end())},
              {"token_strs", std::move(strings)}};
}

// With the embedding model's tokenizer: where there is no language model.
void TokenizeByEmbed(ApiContext& context, std::shared_ptr<Exchange> exchange, const TokenizeCall& call) {
  const auto model = ReadyEmbed(context);
  if (!model.ok()) return ReplyError(*exchange, model.status(), kShape);
  if (!call.rpc.has_text()) {
    return ReplyError(*exchange, absl::UnimplementedError("the embedding model tokenizes texts only"), kShape);
  }
  ferro::embed::v1::EmbedTokenizeRequest request;
  request.set_text(call.rpc.text());
  request.set_add_special(call.rpc.add_special());
  if (call.rpc.has_parse_special()) request.set_parse_special(call.rpc.parse_special());
  context.embed->Tokenize(
      std::move(request), OptionsOfCall(exchange->request(), context.options.timeout), exchange->executor(),
      [exchange, vllm = call.vllm, pieces = call.pieces,
       n_ctx = (*model)->context()](absl::StatusOr<ferro::embed::v1::EmbedTokenizeResponse> response) {
        if (!response.ok()) return ReplyError(*exchange, UpstreamError(response.status(), false), kShape);
        TokenizeResponse tokens;
        *tokens.mutable_ids() = std::move(*response->mutable_ids());
        *tokens.mutable_pieces() = std::move(*response->mutable_pieces());
        exchange->Reply(JsonResponse(vllm ? VllmAnswer(tokens, pieces, n_ctx) : LlamaCppAnswer(tokens, pieces)));
      });
}

absl::StatusOr<DetokenizeRequest> ReadDetokenize(Exchange& exchange) {
  FERRO_ASSIGN_OR_RETURN(const Json body, ParseObject(exchange));
  const Json* tokens = FindField(body, "tokens");
  if (tokens == nullptr) return InvalidField("tokens", "'tokens' is required", kReasonMissingField);
  FERRO_ASSIGN_OR_RETURN(const std::vector<int32_t> ids, ReadTokenIds(*tokens, "tokens"));
  if (ids.size() > kMaxTokens) return InvalidField("tokens", absl::StrCat("'tokens': at most ", kMaxTokens, " ids"));
  DetokenizeRequest request;
  request.mutable_ids()->Add(ids.begin(), ids.end());
  return request;
}

}  // namespace

void HandleTokenize(ApiContext& context, std::shared_ptr<Exchange> exchange) {
  absl::StatusOr<TokenizeCall> call = ReadTokenize(*exchange);
  if (!call.ok()) return ReplyError(*exchange, call.status(), kShape);
  if (context.lm == nullptr && context.embed != nullptr) return TokenizeByEmbed(context, std::move(exchange), *call);
  const auto model = ReadyLm(context);
  if (!model.ok()) return ReplyError(*exchange, model.status(), kShape);
  const bool vllm = call->vllm;
  const bool pieces = call->pieces;
  context.lm->Tokenize(
      std::move(call->rpc), OptionsOfCall(exchange->request(), context.options.timeout), exchange->executor(),
      [exchange, vllm, pieces, n_ctx = (*model)->context()](absl::StatusOr<TokenizeResponse> response) {
        if (!response.ok()) return ReplyError(*exchange, UpstreamError(response.status(), false), kShape);
        exchange->Reply(JsonResponse(vllm ? VllmAnswer(*response, pieces, n_ctx) : LlamaCppAnswer(*response, pieces)));
      });
}

void HandleDetokenize(ApiContext& context, std::shared_ptr<Exchange> exchange) {
  absl::StatusOr<DetokenizeRequest> request = ReadDetokenize(*exchange);
  if (!request.ok()) return ReplyError(*exchange, request.status(), kShape);
  if (const auto model = ReadyLm(context); !model.ok()) return ReplyError(*exchange, model.status(), kShape);
  context.lm->Detokenize(
      *std::move(request), OptionsOfCall(exchange->request(), context.options.timeout), exchange->executor(),
      [exchange](absl::StatusOr<DetokenizeResponse> response) {
        if (!response.ok()) {
          return ReplyError(*exchange, UpstreamError(response.status(), false), kShape);
        }
        exchange->Reply(JsonResponse(Json{{"prompt", response->text()}, {"content", response->text()}}));
      });
}

}  // namespace ferro::router

#include "services/lm/lm_service.h"

#include <chrono>
#include <string>
#include <vector>

#include "base/error_detail.h"
#include "base/status_macros.h"
#include "services/common/unary.h"
#include "services/lm/convert.h"
#include "services/lm/generate_call.h"

namespace ferro {
namespace {

absl::StatusOr<lm::v1::TokenizeResponse> RunTokenize(ModelHost& host, const lm::v1::TokenizeRequest& request) {
  FERRO_ASSIGN_OR_RETURN(const LanguageModel* model, host.GetModel());
  std::vector<int32_t> ids;
  const bool parse_special = !request.has_parse_special() || request.parse_special();
  switch (request.input_case()) {
    case lm::v1::TokenizeRequest::kText: {
      FERRO_ASSIGN_OR_RETURN(ids, model->Tokenize(request.text(), request.add_special(), parse_special));
      break;
    }
    case lm::v1::TokenizeRequest::kChat: {
      FERRO_ASSIGN_OR_RETURN(ids, model->TokenizeChat(FromProto(request.chat())));
      break;
    }
    case lm::v1::TokenizeRequest::kMixed: {
      FERRO_ASSIGN_OR_RETURN(ids,
                             model->TokenizeMixed(FromProto(request.mixed()), request.add_special(), parse_special));
      break;
    }
    case lm::v1::TokenizeRequest::INPUT_NOT_SET:
      return InvalidField("input", "nothing to tokenize: set text, chat or mixed", kReasonMissingField);
  }
  lm::v1::TokenizeResponse response;
  response.mutable_ids()->Add(ids.begin(), ids.end());
  if (request.return_pieces()) {
    for (const int32_t id : ids) response.add_pieces(model->TokenBytes(id));
  }
  return response;
}

absl::StatusOr<lm::v1::DetokenizeResponse> RunDetokenize(ModelHost& host, const lm::v1::DetokenizeRequest& request) {
  FERRO_ASSIGN_OR_RETURN(const LanguageModel* model, host.GetModel());
  const std::vector<int32_t> ids(request.ids().begin(), request.ids().end());
  lm::v1::DetokenizeResponse response;
  FERRO_ASSIGN_OR_RETURN(*response.mutable_text(), model->Detokenize(ids));
  return response;
}

absl::StatusOr<lm::v1::ApplyTemplateResponse> RunApplyTemplate(ModelHost& host,
                                                               const lm::v1::ApplyTemplateRequest& request) {
  FERRO_ASSIGN_OR_RETURN(const LanguageModel* model, host.GetModel());
  FERRO_ASSIGN_OR_RETURN(RenderedPrompt rendered, model->ApplyTemplate(FromProto(request.chat())));
  lm::v1::ApplyTemplateResponse response;
  response.set_prompt(std::move(rendered.text));
  for (std::string& warning : rendered.warnings) response.add_warnings(std::move(warning));
  return response;
}

}  // namespace

grpc::ServerWriteReactor<lm::v1::GenerateResponse>* LmService::Generate(grpc::CallbackServerContext* context,
                                                                        const lm::v1::GenerateRequest* request) {
  absl::StatusOr<LanguageModel*> model = host_.GetModel();
  if (context->deadline() <= std::chrono::system_clock::now()) {
    model = absl::DeadlineExceededError("the deadline had passed when the request arrived");
  }
  return GenerateCall::Start(std::move(model), *request);
}

grpc::ServerUnaryReactor* LmService::Tokenize(grpc::CallbackServerContext* context,
                                              const lm::v1::TokenizeRequest* request,
                                              lm::v1::TokenizeResponse* response) {
  return Answer(context, RunTokenize(host_, *request), response);
}

grpc::ServerUnaryReactor* LmService::Detokenize(grpc::CallbackServerContext* context,
                                                const lm::v1::DetokenizeRequest* request,
                                                lm::v1::DetokenizeResponse* response) {
  return Answer(context, RunDetokenize(host_, *request), response);
}

grpc::ServerUnaryReactor* LmService::ApplyTemplate(grpc::CallbackServerContext* context,
                                                   const lm::v1::ApplyTemplateRequest* request,
                                                   lm::v1::ApplyTemplateResponse* response) {
  return Answer(context, RunApplyTemplate(host_, *request), response);
}

}  // namespace ferro

// LmService: a thin layer between gRPC and the engine's LanguageModel.
#ifndef FERRO_SERVICES_LM_LM_SERVICE_H_
#define FERRO_SERVICES_LM_LM_SERVICE_H_

#include "ferro/lm/v1/lm.grpc.pb.h"
#include "services/lm/model_host.h"

namespace ferro {

class LmService final : public lm::v1::LmService::CallbackService {
 public:
  // `host` must outlive the service.
  explicit LmService(ModelHost& host) : host_(host) {}

  grpc::ServerWriteReactor<lm::v1::GenerateResponse>* Generate(grpc::CallbackServerContext* context,
                                                               const lm::v1::GenerateRequest* request) override;
  grpc::ServerUnaryReactor* Tokenize(grpc::CallbackServerContext* context, const lm::v1::TokenizeRequest* request,
                                     lm::v1::TokenizeResponse* response) override;
  grpc::ServerUnaryReactor* Detokenize(grpc::CallbackServerContext* context, const lm::v1::DetokenizeRequest* request,
                                       lm::v1::DetokenizeResponse* response) override;
  grpc::ServerUnaryReactor* ApplyTemplate(grpc::CallbackServerContext* context,
                                          const lm::v1::ApplyTemplateRequest* request,
                                          lm::v1::ApplyTemplateResponse* response) override;

 private:
  ModelHost& host_;
};

}  // namespace ferro

#endif  // FERRO_SERVICES_LM_LM_SERVICE_H_

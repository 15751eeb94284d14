#include "router/upstream/lm_client.h"

#include <utility>

#include "absl/time/time.h"
#include "router/upstream/unary_call.h"

namespace ferro::router {
namespace {

using ferro::admin::v1::AdminService;
using ferro::lm::v1::LmService;

// Text work never touches the device; a minute covers the largest body on the slowest box.
constexpr absl::Duration kTextTimeout = absl::Minutes(1);
constexpr absl::Duration kStatsTimeout = absl::Milliseconds(500);

}  // namespace

LmClient::LmClient(std::shared_ptr<grpc::Channel> channel)
    : lm_(LmService::NewStub(channel)), admin_(AdminService::NewStub(channel)) {}

std::shared_ptr<GenerateStream> LmClient::Generate(ferro::lm::v1::GenerateRequest request, const CallOptions& options,
                                                   boost::asio::any_io_executor executor, GenerateCallbacks callbacks) {
  return GenerateStream::Start(*lm_, std::move(request), options, executor, std::move(callbacks), calls_);
}

void LmClient::Tokenize(ferro::lm::v1::TokenizeRequest request, const CallOptions& options,
                        boost::asio::any_io_executor executor, Callback<ferro::lm::v1::TokenizeResponse> done) {
  UnaryCall(lm_->async(), &LmService::Stub::async::Tokenize, std::move(request), options.Within(kTextTimeout), executor,
            calls_, std::move(done));
}

void LmClient::Detokenize(ferro::lm::v1::DetokenizeRequest request, const CallOptions& options,
                          boost::asio::any_io_executor executor, Callback<ferro::lm::v1::DetokenizeResponse> done) {
  UnaryCall(lm_->async(), &LmService::Stub::async::Detokenize, std::move(request), options.Within(kTextTimeout),
            executor, calls_, std::move(done));
}

void LmClient::ApplyTemplate(ferro::lm::v1::ApplyTemplateRequest request, const CallOptions& options,
                             boost::asio::any_io_executor executor,
                             Callback<ferro::lm::v1::ApplyTemplateResponse> done) {
  UnaryCall(lm_->async(), &LmService::Stub::async::ApplyTemplate, std::move(request), options.Within(kTextTimeout),
            executor, calls_, std::move(done));
}

void LmClient::GetStats(const CallOptions& options, boost::asio::any_io_executor executor,
                        Callback<ferro::admin::v1::Stats> done) {
  UnaryCall(admin_->async(), &AdminService::Stub::async::GetStats, ferro::admin::v1::GetStatsRequest(),
            options.Within(kStatsTimeout), executor, calls_, std::move(done));
}

}  // namespace ferro::router

#include "router/upstream/decide_client.h"

#include <utility>

#include "absl/time/time.h"
#include "router/upstream/unary_call.h"

namespace ferro::router {

using ferro::admin::v1::AdminService;
using ferro::decide::v1::DecideService;

namespace {

constexpr absl::Duration kStatsTimeout = absl::Milliseconds(500);

}  // namespace

DecideClient::DecideClient(std::shared_ptr<grpc::Channel> channel)
    : decide_(DecideService::NewStub(channel)), admin_(AdminService::NewStub(channel)) {}

std::weak_ptr<Call> DecideClient::Decide(ferro::decide::v1::DecideRequest request, const CallOptions& options,
                                         boost::asio::any_io_executor executor,
                                         Callback<ferro::decide::v1::DecideResponse> done) {
  return UnaryCall(decide_->async(), &DecideService::Stub::async::Decide, std::move(request), options, executor, calls_,
                   std::move(done));
}

void DecideClient::GetStats(const CallOptions& options, boost::asio::any_io_executor executor,
                            Callback<ferro::admin::v1::Stats> done) {
  UnaryCall(admin_->async(), &AdminService::Stub::async::GetStats, ferro::admin::v1::GetStatsRequest(),
            options.Within(kStatsTimeout), executor, calls_, std::move(done));
}

}  // namespace ferro::router

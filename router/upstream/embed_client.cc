#include "router/upstream/embed_client.h"

#include <utility>

#include "absl/time/time.h"
#include "router/upstream/unary_call.h"

namespace ferro::router {

using ferro::admin::v1::AdminService;
using ferro::embed::v1::EmbedService;

namespace {

constexpr absl::Duration kStatsTimeout = absl::Milliseconds(500);

}  // namespace

EmbedClient::EmbedClient(std::shared_ptr<grpc::Channel> channel)
    : embed_(EmbedService::NewStub(channel)), admin_(AdminService::NewStub(channel)) {}

std::weak_ptr<Call> EmbedClient::Embed(ferro::embed::v1::EmbedRequest request, const CallOptions& options,
                                       boost::asio::any_io_executor executor,
                                       Callback<ferro::embed::v1::EmbedResponse> done) {
  return UnaryCall(embed_->async(), &EmbedService::Stub::async::Embed, std::move(request), options, executor, calls_,
                   std::move(done));
}

void EmbedClient::Tokenize(ferro::embed::v1::EmbedTokenizeRequest request, const CallOptions& options,
                           boost::asio::any_io_executor executor,
                           Callback<ferro::embed::v1::EmbedTokenizeResponse> done) {
  UnaryCall(embed_->async(), &EmbedService::Stub::async::Tokenize, std::move(request), options, executor, calls_,
            std::move(done));
}

void EmbedClient::GetStats(const CallOptions& options, boost::asio::any_io_executor executor,
                           Callback<ferro::admin::v1::Stats> done) {
  UnaryCall(admin_->async(), &AdminService::Stub::async::GetStats, ferro::admin::v1::GetStatsRequest(),
            options.Within(kStatsTimeout), executor, calls_, std::move(done));
}

}  // namespace ferro::router

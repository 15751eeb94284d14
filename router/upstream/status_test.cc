#include "router/upstream/status.h"

#include "base/error_detail.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"

namespace ferro::router {
namespace {

TEST(StatusTest, DetailsBecomePayloads) {
  google::rpc::Status rich;
  google::rpc::ErrorInfo info;
  info.set_reason(kReasonContextExceeded);
  info.set_domain("ferro");
  (*info.mutable_metadata())["n_prompt_tokens"] = "610";
  (*info.mutable_metadata())["n_ctx"] = "512";
  rich.add_details()->PackFrom(info);
  google::rpc::BadRequest bad;
  bad.add_field_violations()->set_field("prompt");
  rich.add_details()->PackFrom(bad);
  google::rpc::RetryInfo retry;
  retry.mutable_retry_delay()->set_seconds(2);
  retry.mutable_retry_delay()->set_nanos(500'000'000);
  rich.add_details()->PackFrom(retry);
  const absl::Status status =
      FromGrpc(grpc::Status(grpc::StatusCode::OUT_OF_RANGE, "too long", rich.SerializeAsString()));
  EXPECT_EQ(status.code(), absl::StatusCode::kOutOfRange);
  EXPECT_EQ(status.message(), "too long");
  const ErrorDetail detail = DetailOf(status);
  EXPECT_EQ(detail.reason, kReasonContextExceeded);
  EXPECT_EQ(detail.param, "prompt");
  EXPECT_EQ(detail.prompt_tokens, 610);
  EXPECT_EQ(detail.context_tokens, 512);
  EXPECT_DOUBLE_EQ(detail.retry_after_s, 2.5);
  EXPECT_FALSE(IsTransportFailure(status));
}

TEST(StatusTest, ADeadlineIsNamed) {
  const absl::Status status = FromGrpc(grpc::Status(grpc::StatusCode::DEADLINE_EXCEEDED, "Deadline Exceeded"));
  EXPECT_EQ(status.code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_NE(status.message().find("--timeout"), absl::string_view::npos) << status;
}

TEST(StatusTest, AMessageThatIsTooLargeIsNoFullQueue) {
  for (const char* text :
       {"Sent message larger than max (70 vs. 60)", "Received message larger than max (70 vs. 60)"}) {
    EXPECT_EQ(DetailOf(FromGrpc(grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, text))).reason,
              kReasonMediaTooLarge);
  }
  EXPECT_EQ(DetailOf(FromGrpc(grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "too many calls"))).reason, "");
}

TEST(StatusTest, GarbledDetailsAreIgnored) {
  const absl::Status status = FromGrpc(grpc::Status(grpc::StatusCode::UNAVAILABLE, "gone", "\xff\xff"));
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_TRUE(IsTransportFailure(status));
  EXPECT_TRUE(FromGrpc(grpc::Status::OK).ok());
}

}  // namespace
}  // namespace ferro::router

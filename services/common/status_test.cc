#include "services/common/status.h"

#include <string>

#include "base/error_detail.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

TEST(StatusTest, OkStaysOk) {
  EXPECT_TRUE(ToGrpcStatus(absl::OkStatus()).ok());
  EXPECT_TRUE(FromGrpcStatus(grpc::Status::OK).ok());
}

TEST(StatusTest, EveryCodeSurvivesTheWayThereAndBack) {
  for (int code = 1; code <= 16; ++code) {
    const absl::Status status(static_cast<absl::StatusCode>(code), "text");
    const grpc::Status sent = ToGrpcStatus(status);
    EXPECT_EQ(sent.error_code(), code);
    EXPECT_EQ(sent.error_message(), "text");
    EXPECT_TRUE(sent.error_details().empty());
    EXPECT_EQ(FromGrpcStatus(sent), status);
  }
}

TEST(StatusTest, DetailsSurvive) {
  ErrorDetail detail;
  detail.reason = kReasonContextExceeded;
  detail.param = "messages[2].content";
  detail.retry_after_s = 2.5;
  detail.prompt_tokens = 5000;
  detail.context_tokens = 4096;
  const absl::Status status = WithDetail(absl::OutOfRangeError("too long"), detail);
  const absl::Status back = FromGrpcStatus(ToGrpcStatus(status));
  EXPECT_EQ(back, status);
  EXPECT_EQ(DetailOf(back).param, detail.param);
  EXPECT_DOUBLE_EQ(DetailOf(back).retry_after_s, 2.5);
  EXPECT_EQ(DetailOf(back).context_tokens, 4096);
}

// What a client with google.rpc helpers reads.
TEST(StatusTest, IsGoogleRpcOnTheWire) {
  const grpc::Status sent = ToGrpcStatus(InvalidField("top_p", "top_p is 2"));
  google::rpc::Status status;
  ASSERT_TRUE(status.ParseFromString(sent.error_details()));
  EXPECT_EQ(status.code(), 3);
  EXPECT_EQ(status.message(), "top_p is 2");
  google::rpc::ErrorInfo info;
  ASSERT_TRUE(status.details(0).UnpackTo(&info));
  EXPECT_EQ(info.reason(), kReasonInvalidValue);
  EXPECT_EQ(info.domain(), "ferro");
  google::rpc::BadRequest bad_request;
  ASSERT_TRUE(status.details(1).UnpackTo(&bad_request));
  EXPECT_EQ(bad_request.field_violations(0).field(), "top_p");
}

TEST(StatusTest, DamagedDetailsAreIgnored) {
  const absl::Status status = FromGrpcStatus(grpc::Status(grpc::StatusCode::INTERNAL, "text", "\xff\xff"));
  EXPECT_EQ(status, absl::InternalError("text"));
}

TEST(StatusTest, LongMessagesAreCutBetweenCharacters) {
  std::string message = "x";
  while (message.size() < 9000) message += "é";
  const std::string sent = ToGrpcStatus(InvalidField("a", message)).error_message();
  EXPECT_LT(sent.size(), 2100u);
  EXPECT_EQ(sent.substr(sent.size() - 5), "é...");
}

}  // namespace
}  // namespace ferro

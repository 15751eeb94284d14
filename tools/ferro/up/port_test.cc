#include "tools/ferro/up/port.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>

#include "base/status_testing.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;

TEST(FindPortTest, PicksAFreeOneForZero) {
  ASSERT_OK_AND_ASSIGN(const int port, FindPort("127.0.0.1", 0));
  EXPECT_GT(port, 0);
  ASSERT_OK_AND_ASSIGN(const int again, FindPort("127.0.0.1", port));
  EXPECT_EQ(again, port);
}

TEST(FindPortTest, NoticesATakenOne) {
  const int handle = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(bind(handle, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(handle, 1), 0);
  ASSERT_EQ(getsockname(handle, reinterpret_cast<sockaddr*>(&address), &size), 0);
  const int port = ntohs(address.sin_port);

  const absl::Status status = FindPort("127.0.0.1", port).status();
  close(handle);
  EXPECT_EQ(status.code(), absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(std::string(status.message()), HasSubstr(std::to_string(port)));
  EXPECT_THAT(std::string(status.message()), HasSubstr("--port"));
}

TEST(FindPortTest, RefusesForeignHostsAndBadPorts) {
  EXPECT_EQ(FindPort("192.0.2.1", 0).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(FindPort("no such host", 0).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(FindPort("127.0.0.1", -1).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(FindPort("127.0.0.1", 65536).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(LocalUrlTest, IsUsableFromThisMachine) {
  EXPECT_EQ(LocalUrl("127.0.0.1", 80), "http://127.0.0.1:80");
  EXPECT_EQ(LocalUrl("0.0.0.0", 80), "http://127.0.0.1:80");
  EXPECT_EQ(LocalUrl("::", 80), "http://[::1]:80");
  EXPECT_EQ(LocalUrl("fe80::1", 80), "http://[fe80::1]:80");
}

}  // namespace
}  // namespace ferro

#include "router/api/once_per_client.h"

#include <atomic>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace ferro::router {
namespace {

TEST(OncePerClientTest, EachClientIsToldOnce) {
  OncePerClient once;
  EXPECT_TRUE(once.First("10.0.0.1"));
  EXPECT_TRUE(once.First("10.0.0.2"));
  EXPECT_FALSE(once.First("10.0.0.1"));
  EXPECT_FALSE(once.First("10.0.0.2"));
}

TEST(OncePerClientTest, OneOfManyThreadsIsFirst) {
  OncePerClient once;
  std::atomic<int> firsts{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back([&] { firsts += once.First("a client") ? 1 : 0; });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(firsts, 1);
}

TEST(OncePerClientTest, WhoComesAfterTheLastPlaceCountsAsTold) {
  OncePerClient once;
  for (size_t i = 0; i < OncePerClient::kMaxClients; ++i) EXPECT_TRUE(once.First(absl::StrCat("client ", i)));
  EXPECT_FALSE(once.First("one more"));
  EXPECT_FALSE(once.First("client 0"));
}

}  // namespace
}  // namespace ferro::router

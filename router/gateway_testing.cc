#include "router/gateway_testing.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "gtest/gtest.h"

namespace ferro::router {

TestGateway::TestGateway(GatewayFlags flags) {
  flags.port = 0;
  auto ready = std::make_shared<std::promise<void>>();
  auto app = App::Create(flags, [ready](const std::string&) { ready->set_value(); });
  if (!app.ok()) {
    ADD_FAILURE() << app.status();
    std::abort();
  }
  app_ = *std::move(app);
  EXPECT_EQ(ready->get_future().wait_for(std::chrono::seconds(10)), std::future_status::ready);
}

RawClient::RawClient(int port) {
  fd_ = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const timeval limit{10, 0};
  setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
  setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
  EXPECT_EQ(connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
}

RawClient::~RawClient() { Close(); }

void RawClient::Send(const std::string& bytes) {
  size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t n = send(fd_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    // A server that refuses early may close before everything is sent.
    if (n <= 0) return;
    sent += static_cast<size_t>(n);
  }
}

void RawClient::HalfClose() { shutdown(fd_, SHUT_WR); }

void RawClient::Close() {
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
}

void RawClient::Reset() {
  const linger hard{1, 0};
  setsockopt(fd_, SOL_SOCKET, SO_LINGER, &hard, sizeof(hard));
  Close();
}

bool RawClient::ReadMore() {
  char bytes[65536];
  const ssize_t n = recv(fd_, bytes, sizeof(bytes), 0);
  if (n <= 0) return false;
  buffer_.append(bytes, static_cast<size_t>(n));
  return true;
}

std::string RawClient::ReadAll() {
  while (ReadMore()) {
  }
  return std::exchange(buffer_, "");
}

std::string RawClient::ReadUntil(const std::string& mark) {
  size_t at = 0;
  while ((at = buffer_.find(mark)) == std::string::npos) {
    if (!ReadMore()) {
      ADD_FAILURE() << "connection ended before " << mark << "; got: " << buffer_;
      return std::exchange(buffer_, "");
    }
  }
  const std::string text = buffer_.substr(0, at + mark.size());
  buffer_.erase(0, at + mark.size());
  return text;
}

std::string RawClient::ReadResponse() {
  std::string response = ReadUntil("\r\n\r\n");
  if (response.find("Transfer-Encoding: chunked") != std::string::npos) return response + ReadUntil("0\r\n\r\n");
  const size_t at = response.find("Content-Length: ");
  if (at == std::string::npos) return response;
  const size_t length = std::strtoul(response.c_str() + at + 16, nullptr, 10);
  while (buffer_.size() < length && ReadMore()) {
  }
  EXPECT_GE(buffer_.size(), length);
  response += buffer_.substr(0, length);
  buffer_.erase(0, length);
  return response;
}

std::string Post(const std::string& path, const std::string& body, const std::string& headers) {
  return absl::StrCat("POST ", path, " HTTP/1.1\r\nHost: x\r\nContent-Length: ", body.size(), "\r\n", headers, "\r\n",
                      body);
}

std::string Get(const std::string& path, const std::string& headers) {
  return absl::StrCat("GET ", path, " HTTP/1.1\r\nHost: x\r\n", headers, "\r\n");
}

int StatusOf(const std::string& response) { return response.size() < 12 ? 0 : std::atoi(response.c_str() + 9); }

std::string BodyOf(const std::string& response) {
  const size_t at = response.find("\r\n\r\n");
  return at == std::string::npos ? "" : response.substr(at + 4);
}

bool Eventually(const std::function<bool()>& condition) {
  for (int i = 0; i < 500; ++i) {
    if (condition()) return true;
    absl::SleepFor(absl::Milliseconds(10));
  }
  return condition();
}

}  // namespace ferro::router

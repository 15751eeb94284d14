// A gateway under test, and raw sockets in front of it. Behind it: fake_lm.h, fake_decide.h, fake_embed.h.
#ifndef FERRO_ROUTER_GATEWAY_TESTING_H_
#define FERRO_ROUTER_GATEWAY_TESTING_H_

#include <functional>
#include <memory>
#include <string>

#include "router/app.h"

namespace ferro::router {

// A gateway on a free port. With a target, the constructor waits until its service is ready.
class TestGateway {
 public:
  explicit TestGateway(GatewayFlags flags);

  int port() const { return app_->port(); }
  App& app() { return *app_; }

 private:
  std::unique_ptr<App> app_;
};

// One blocking connection. Reads give up after ten seconds, which fails the test that expected more.
class RawClient {
 public:
  explicit RawClient(int port);
  ~RawClient();
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  void Send(const std::string& bytes);
  // Ends the sending direction.
  void HalfClose();
  void Close();
  // Drops the connection with a reset instead of an orderly end.
  void Reset();
  // Everything up to the end of the connection.
  std::string ReadAll();
  // At least until `mark` has been seen.
  std::string ReadUntil(const std::string& mark);
  // One response: head, and a body of Content-Length or chunks.
  std::string ReadResponse();

 private:
  bool ReadMore();

  int fd_ = -1;
  std::string buffer_;
};

// POST with a JSON body and Content-Length.
std::string Post(const std::string& path, const std::string& body, const std::string& headers = "");
std::string Get(const std::string& path, const std::string& headers = "");
int StatusOf(const std::string& response);
std::string BodyOf(const std::string& response);
// Whether `condition` became true within five seconds.
bool Eventually(const std::function<bool()>& condition);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_GATEWAY_TESTING_H_

#include "router/api/web.h"

#include "router/web/chat_page.h"

namespace ferro::router {

void HandleChatPage(ApiContext&, std::shared_ptr<Exchange> exchange) {
  Response response;
  response.headers = {{"Content-Type", "text/html; charset=utf-8"},
                      // The page carries its script and style inline and speaks to its own origin only.
                      {"Content-Security-Policy",
                       "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; "
                       "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
                      {"X-Content-Type-Options", "nosniff"},
                      {"Referrer-Policy", "no-referrer"},
                      {"Cache-Control", "no-cache"}};
  response.body = kChatPage;
  exchange->Reply(std::move(response));
}

void HandleRoot(ApiContext&, std::shared_ptr<Exchange> exchange) {
  Response response;
  response.status = 302;
  response.headers.push_back({"Location", "/chat"});
  exchange->Reply(std::move(response));
}

}  // namespace ferro::router

#include "router/http/cors.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace ferro::router {
namespace {

RequestHead From(const std::string& origin) {
  RequestHead head;
  head.method = "OPTIONS";
  head.headers = {{"Origin", origin},
                  {"Access-Control-Request-Method", "POST"},
                  {"Access-Control-Request-Headers", "authorization"}};
  return head;
}

std::string AllowedOrigin(const CorsOptions& options, const std::string& origin) {
  return HeaderOr(CorsHeaders(options, From(origin)), "Access-Control-Allow-Origin", "none");
}

TEST(CorsTest, LocalhostIsTheDefault) {
  const CorsOptions options;
  for (const char* origin : {"http://localhost", "https://localhost:3000", "http://127.0.0.1:1", "http://[::1]:8"}) {
    EXPECT_EQ(AllowedOrigin(options, origin), origin);
  }
  for (const char* origin : {"http://localhost.evil.com", "http://evil.com", "null", "http://127.0.0.1.evil.com"}) {
    EXPECT_EQ(AllowedOrigin(options, origin), "none") << origin;
    EXPECT_TRUE(PreflightHeaders(options, From(origin)).empty());
  }
  EXPECT_EQ(HeaderOr(CorsHeaders(options, RequestHead()), "Vary"), "Origin");
}

TEST(CorsTest, LocalhostMayStandAmongOrigins) {
  CorsOptions options;
  options.origins = "https://app.example, localhost";
  EXPECT_EQ(AllowedOrigin(options, "https://app.example"), "https://app.example");
  EXPECT_EQ(AllowedOrigin(options, "http://localhost:3000"), "http://localhost:3000");
  EXPECT_EQ(AllowedOrigin(options, "http://app.example"), "none");
}

TEST(CorsTest, NoneIsNobody) {
  CorsOptions options;
  options.origins = "none";
  for (const char* origin : {"none", "null", "http://none", "http://localhost:3000"}) {
    EXPECT_EQ(AllowedOrigin(options, origin), "none") << origin;
  }
}

TEST(CorsTest, WhatNoOriginCanEqualIsRefused) {
  CorsOptions options;
  for (const char* origins : {"*", "localhost", "", "none", "null", "https://a.b:1,localhost", "http://[::1]:8"}) {
    options.origins = origins;
    EXPECT_TRUE(CheckCorsOptions(options).ok()) << origins;
  }
  for (const char* origins :
       {"app.example", "none,localhost", "https://a/", "https://*.a", "https://a,*", "foo bar", "://a", "https://"}) {
    options.origins = origins;
    EXPECT_FALSE(CheckCorsOptions(options).ok()) << origins;
  }
}

TEST(CorsTest, StarIsLiteralOnlyWithoutCredentials) {
  CorsOptions options;
  options.origins.assign(1, '*');
  EXPECT_EQ(AllowedOrigin(options, "http://a"), "*");
  EXPECT_EQ(FindHeader(CorsHeaders(options, From("http://a")), "Vary"), nullptr);
  EXPECT_EQ(HeaderOr(PreflightHeaders(options, From("http://a")), "Access-Control-Allow-Headers"),
            "*, Authorization, X-Api-Key");
  options.credentials = true;
  EXPECT_EQ(AllowedOrigin(options, "http://a"), "http://a");
  EXPECT_EQ(HeaderOr(CorsHeaders(options, From("http://a")), "Access-Control-Allow-Credentials"), "true");
  EXPECT_EQ(HeaderOr(PreflightHeaders(options, From("http://a")), "Access-Control-Allow-Headers"), "authorization");
}

TEST(CorsTest, PagesOfOtherOriginsMayNotAct) {
  struct Case {
    bool may;
    Headers headers;
  };
  const std::string evil = "https://evil.example";
  for (const Case& c : std::vector<Case>{
           {true, {{"Host", "127.0.0.1:8090"}}},
           {true, {{"Host", "127.0.0.1:8090"}, {"Origin", "http://localhost:3000"}}},  // by --cors-origins
           {true, {{"Host", "box:8090"}, {"Origin", "http://box:8090"}}},
           {true, {{"Host", "Box:443"}, {"Origin", "https://box"}}},
           {true, {{"Host", "[fd00::1]:8090"}, {"Origin", "http://[fd00::1]:8090"}}},
           {true, {{"Host", "inner:1"}, {"Origin", "https://box"}, {"X-Forwarded-Host", "box"}}},
           {true, {{"Host", "inner:1"}, {"Origin", "https://box"}, {"X-Forwarded-Host", "box , middle"}}},
           {true, {{"Host", "inner:1"}, {"Origin", "https://box"}, {"Sec-Fetch-Site", "same-origin"}}},
           {true, {{"Host", "inner:1"}, {"Origin", "chrome-extension://abc"}, {"Sec-Fetch-Site", "none"}}},
           {false, {{"Host", "box:8090"}, {"Origin", evil}}},
           {false, {{"Host", "box:8090"}, {"Origin", evil}, {"Sec-Fetch-Site", "cross-site"}}},
           {false, {{"Host", "box:8090"}, {"Origin", evil}, {"Sec-Fetch-Site", "same-site"}}},
           {false, {{"Host", "box:8090"}, {"Origin", "null"}}},
           {false, {{"Host", "null"}, {"Origin", "null"}}},
           {false, {{"Host", "box:8090"}, {"Origin", ""}}},
           {false, {{"Host", ""}, {"Origin", "http://"}}},
           {false, {{"Origin", evil}}},
           {false, {{"Host", "box:8090"}, {"Origin", "http://box:8091"}}},
           {false, {{"Host", "box:443"}, {"Origin", "http://box"}}},
           {false, {{"Host", "box:8090"}, {"Origin", "http://box:8090.evil.example"}}},
           {false, {{"Host", "inner:1"}, {"Origin", evil}, {"X-Forwarded-Host", "box, evil.example"}}},
       }) {
    RequestHead request;
    request.headers = c.headers;
    std::string label;
    for (const Header& header : c.headers) label += header.name + ": " + header.value + "; ";
    for (const char* method : {"POST", "PUT", "DELETE", "BREW"}) {
      request.method = method;
      EXPECT_EQ(PageMayAct(CorsOptions(), request), c.may) << method << " " << label;
    }
    for (const char* method : {"GET", "HEAD", "OPTIONS"}) {
      request.method = method;
      EXPECT_TRUE(PageMayAct(CorsOptions(), request)) << method << " " << label;
    }
    CorsOptions listed;
    listed.origins = "*";
    request.method = "POST";
    EXPECT_TRUE(PageMayAct(listed, request)) << label;
  }
}

TEST(CorsTest, ListsMatchExactly) {
  CorsOptions options;
  options.origins = "http://a, http://b:8080";
  EXPECT_EQ(AllowedOrigin(options, "http://b:8080"), "http://b:8080");
  EXPECT_EQ(AllowedOrigin(options, "http://b"), "none");
}

}  // namespace
}  // namespace ferro::router

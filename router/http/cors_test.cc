#include "router/http/cors.h"

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

TEST(CorsTest, WhatNoOriginCanEqualIsRefused) {
  CorsOptions options;
  for (const char* origins : {"*", "localhost", "", "null", "https://a.b:1,localhost", "http://[::1]:8"}) {
    options.origins = origins;
    EXPECT_TRUE(CheckCorsOptions(options).ok()) << origins;
  }
  for (const char* origins :
       {"app.example", "https://a/", "https://*.a", "https://a,*", "foo bar", "://a", "https://"}) {
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

TEST(CorsTest, ListsMatchExactly) {
  CorsOptions options;
  options.origins = "http://a, http://b:8080";
  EXPECT_EQ(AllowedOrigin(options, "http://b:8080"), "http://b:8080");
  EXPECT_EQ(AllowedOrigin(options, "http://b"), "none");
}

}  // namespace
}  // namespace ferro::router

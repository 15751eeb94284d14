#include "router/http/head_parser.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace ferro::router {
namespace {

using Result = HeadParser::Result;

struct Outcome {
  Result result;
  int status;
};

Outcome ParseWhole(const std::string& bytes) {
  const HttpLimits limits;
  HeadParser parser(limits);
  const Result result = parser.Parse(bytes);
  return {result, result == Result::kFault ? parser.fault().status : -1};
}

TEST(HeadParserTest, ReadsARequest) {
  const HttpLimits limits;
  HeadParser parser(limits);
  const std::string head = "POST /a/b?c=d HTTP/1.1\r\nHost: x\r\nX-Two:  padded value \r\n\r\n";
  ASSERT_EQ(parser.Parse(head + "body"), Result::kDone);
  EXPECT_EQ(parser.consumed(), head.size());
  EXPECT_EQ(parser.head().method, "POST");
  EXPECT_EQ(parser.head().path, "/a/b");
  EXPECT_EQ(parser.head().query, "c=d");
  EXPECT_EQ(parser.head().minor_version, 1);
  EXPECT_EQ(HeaderOr(parser.head().headers, "x-TWO"), "padded value");
}

TEST(HeadParserTest, SameResultForEverySplit) {
  const HttpLimits limits;
  const std::string head = "GET / HTTP/1.0\nHost: x\r\nA: b\n\r\n";
  for (size_t cut = 0; cut < head.size(); ++cut) {
    HeadParser parser(limits);
    ASSERT_EQ(parser.Parse(head.substr(0, cut)), Result::kMore) << cut;
    ASSERT_EQ(parser.Parse(head), Result::kDone) << cut;
    EXPECT_EQ(parser.head().headers.size(), 2u);
    EXPECT_EQ(parser.head().minor_version, 0);
  }
}

TEST(HeadParserTest, TlsIsAnsweredAtItsFirstByte) {
  const Outcome outcome = ParseWhole("\x16\x03\x01");
  EXPECT_EQ(outcome.result, Result::kFault);
  EXPECT_EQ(outcome.status, 400);
}

TEST(HeadParserTest, AbsoluteTargetsKeepOnlyThePath) {
  const HttpLimits limits;
  for (const auto& [target, path] : std::initializer_list<std::pair<const char*, const char*>>{
           {"http://h:1/health?x", "/health"}, {"HTTP://h", "/"}, {"http://h?q", "/"}, {"/a#b", "/a"}}) {
    HeadParser parser(limits);
    ASSERT_EQ(parser.Parse(absl::StrCat("GET ", target, " HTTP/1.1\r\n\r\n")), Result::kDone) << target;
    EXPECT_EQ(parser.head().path, path);
  }
}

TEST(HeadParserTest, RefusesWhatServersCouldReadDifferently) {
  const std::string line = "GET / HTTP/1.1\r\n";
  for (const std::string& bytes : {
           line + "Host : x\r\n\r\n",                  // blank before the colon
           line + "Host: x\r\n folded\r\n\r\n",        // folded line
           line + "A: b\rc\r\n\r\n",                   // bare CR
           line + std::string("A: b\0c\r\n\r\n", 10),  // NUL
           line + ": nameless\r\n\r\n",                //
           line + "no colon\r\n\r\n",                  //
           line + "A: b\x7f\r\n\r\n",                  //
           std::string("GET  / HTTP/1.1\r\n\r\n"),     // two blanks
           std::string("GET /\r\n\r\n"),               // HTTP/0.9
           std::string("G\tT / HTTP/1.1\r\n\r\n"),     //
           std::string("GET / http/1.1\r\n\r\n"),      //
           std::string("GET foo HTTP/1.1\r\n\r\n"),    //
           std::string("GET /\x01 HTTP/1.1\r\n\r\n"),  //
           std::string("garbage\r\n\r\n"),             //
       }) {
    EXPECT_EQ(ParseWhole(bytes).status, 400) << bytes;
  }
  EXPECT_EQ(ParseWhole("GET / HTTP/2.0\r\n\r\n").status, 505);
  EXPECT_EQ(ParseWhole("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").status, 0);
}

TEST(HeadParserTest, LimitsHoldBeforeTheLineEnds) {
  const HttpLimits limits;
  const std::string line = "GET / HTTP/1.1\r\n";
  EXPECT_EQ(ParseWhole("GET /" + std::string(limits.request_line, 'a')).status, 414);
  EXPECT_EQ(ParseWhole(line + "A: " + std::string(limits.header_line, 'a')).status, 431);
  std::string many = line;
  for (size_t i = 0; i <= limits.header_count; ++i) many += "A: b\r\n";
  EXPECT_EQ(ParseWhole(many).status, 431);
  std::string large = line;
  for (int i = 0; i < 4; ++i) large += "A: " + std::string(9000, 'a') + "\r\n";
  EXPECT_EQ(ParseWhole(large).status, 431);
  EXPECT_EQ(ParseWhole(std::string(100, '\n')).status, 400);
}

TEST(HeadParserTest, LimitsAdmitTheLargestAllowed) {
  const HttpLimits limits;
  std::string head = "GET / HTTP/1.1\r\n";
  for (size_t i = 0; i < limits.header_count; ++i) head += "A: b\r\n";
  EXPECT_EQ(ParseWhole(head + "\r\n").result, Result::kDone);
}

}  // namespace
}  // namespace ferro::router

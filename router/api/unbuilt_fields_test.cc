#include "router/api/unbuilt_fields.h"

#include <initializer_list>
#include <string>
#include <utility>

#include "base/error_detail.h"
#include "base/status_testing.h"
#include "gmock/gmock.h"

namespace ferro::router {
namespace {

Json Parse(const std::string& text) { return *ParseJson(text); }

// What llama.cpp's own page sends with every request while nothing is set.
TEST(UnbuiltFieldsTest, WhatIsOffPasses) {
  EXPECT_OK(RefuseUnbuilt(Parse(R"({
      "mirostat":0,"mirostat_tau":5,"mirostat_eta":0.1,"dynatemp_range":0,"dynatemp_exponent":1,"typical_p":1.0,
      "xtc_probability":0,"xtc_threshold":0.1,"top_n_sigma":-1,"dry_multiplier":0,"dry_base":1.75,
      "dry_allowed_length":2,"dry_penalty_last_n":-1,"dry_sequence_breakers":["\\n",":"],"adaptive_target":-1,
      "min_keep":0,"n_probs":0,"t_max_predict_ms":500,"lora":[],"n_keep":0,"n_discard":0,"post_sampling_probs":false,
      "samplers":["penalties","dry","top_n_sigma","top_k","typ_p","top_p","min_p","xtc","temperature"]})")));
  EXPECT_OK(RefuseUnbuilt(Parse(R"({"samplers":"edskypmxt","tfs_z":1,"top_n_sigma":0,"min_tokens":0,"min_keep":1,
      "use_beam_search":false,"bad_words":[],"allowed_token_ids":null,"web_search_options":{}})")));
  EXPECT_OK(RefuseUnbuilt(Parse(R"({"samplers":"","mirostat":null,"lora":null})")));
}

TEST(UnbuiltFieldsTest, WhatIsOnIsRefused) {
  for (const char* field :
       {"\"mirostat\":2", "\"dry_multiplier\":0.8", "\"xtc_probability\":0.5", "\"typical_p\":0.9", "\"tfs_z\":0.95",
        "\"dynatemp_range\":0.1", "\"top_n_sigma\":1", "\"adaptive_target\":0", "\"min_keep\":2", "\"n_probs\":5",
        "\"min_tokens\":3", "\"lora\":[{\"id\":0,\"scale\":1}]", "\"bad_words\":[\"a\"]", "\"allowed_token_ids\":[1]",
        "\"use_beam_search\":true", "\"samplers\":\"x\"", "\"samplers\":[\"top_k\"]", "\"samplers\":\"ektpm\""}) {
    const Json body = Parse(std::string("{") + field + "}");
    const std::string key = body.begin().key();
    const absl::Status status = RefuseUnbuilt(body);
    EXPECT_EQ(DetailOf(status).param, key) << field;
    EXPECT_EQ(DetailOf(status).reason, kReasonUnsupported) << field;
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr("'" + key + "'")) << field;
  }
}

TEST(UnbuiltFieldsTest, TypesAreChecked) {
  for (const auto& [body, param] : std::initializer_list<std::pair<const char*, const char*>>{
           {R"({"mirostat":"2"})", "mirostat"},
           {R"({"typical_p":true})", "typical_p"},
           {R"({"samplers":5})", "samplers"},
           {R"({"samplers":["top_k",5]})", "samplers[1]"},
           {R"({"use_beam_search":1})", "use_beam_search"},
       }) {
    const absl::Status status = RefuseUnbuilt(Parse(body));
    EXPECT_EQ(DetailOf(status).param, param) << body;
    EXPECT_EQ(DetailOf(status).reason, kReasonInvalidValue) << body;
  }
}

TEST(UnbuiltFieldsTest, TheMessageSaysWhatIsOff) {
  EXPECT_EQ(RefuseUnbuilt(Parse(R"({"typical_p":0.9})")).message(),
            "Field 'typical_p': only 1, which turns it off, is supported, but is 0.9");
}

}  // namespace
}  // namespace ferro::router

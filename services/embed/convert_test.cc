#include "services/embed/convert.h"

#include <string>
#include <variant>
#include <vector>

#include "base/error_detail.h"
#include "base/status_testing.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;

TEST(EmbedConvertTest, TextsOfAnItemAreOne) {
  embed::v1::EmbedRequest request;
  request.set_prompt_name("query");
  request.set_dimensions(256);
  request.set_truncate(true);
  embed::v1::EmbedItem* item = request.add_items();
  item->add_parts()->set_text("hel");
  item->add_parts()->set_text("lo");
  item = request.add_items();
  item->set_prompt_name("document");
  item->add_parts()->mutable_tokens()->add_ids(7);
  ASSERT_OK_AND_ASSIGN(const EmbeddingRequest to, FromProto(request));
  ASSERT_EQ(to.items.size(), 2u);
  EXPECT_EQ(std::get<std::string>(to.items[0].input), "hello");
  EXPECT_EQ(to.items[0].task, "query");
  EXPECT_THAT(std::get<std::vector<int32_t>>(to.items[1].input), ElementsAre(7));
  EXPECT_EQ(to.items[1].task, "document");
  EXPECT_EQ(to.dimensions, 256);
  EXPECT_EQ(to.norm, 2);
  EXPECT_TRUE(to.truncate);
}

TEST(EmbedConvertTest, RefusesWhatIsNoInput) {
  embed::v1::EmbedRequest request;
  embed::v1::EmbedItem* item = request.add_items();
  EXPECT_EQ(DetailOf(FromProto(request).status()).param, "items[0]");
  item->add_parts();
  EXPECT_EQ(DetailOf(FromProto(request).status()).param, "items[0]");
  item->mutable_parts(0)->mutable_tokens()->add_ids(1);
  item->add_parts()->set_text("beside tokens");
  EXPECT_EQ(DetailOf(FromProto(request).status()).param, "items[0]");
  item->clear_parts();
  item->add_parts()->mutable_media()->set_data("png");
  EXPECT_EQ(FromProto(request).status().code(), absl::StatusCode::kUnimplemented);
  request.clear_items();
  request.set_dimensions(0);
  EXPECT_EQ(DetailOf(FromProto(request).status()).param, "dimensions");
}

TEST(EmbedConvertTest, SaysWhatWasCut) {
  EmbeddingReply reply;
  reply.items.push_back({{0.6f, 0.8f}, 3, 3});
  reply.items.push_back({{1, 0}, 8, 20});
  reply.timings.queue_ms = 5;
  const embed::v1::EmbedResponse to = ToProto(reply);
  ASSERT_EQ(to.embeddings_size(), 2);
  EXPECT_THAT(to.embeddings(0).values(), ElementsAre(0.6f, 0.8f));
  EXPECT_EQ(to.embeddings(0).full_tokens(), 0);
  EXPECT_EQ(to.embeddings(1).prompt_tokens(), 8);
  EXPECT_EQ(to.embeddings(1).full_tokens(), 20);
  EXPECT_THAT(to.warnings(), ElementsAre("input[1] was cut from 20 to 8 tokens"));
  EXPECT_EQ(to.timings().queue_ms(), 5);
}

TEST(EmbedConvertTest, Facts) {
  EmbeddingModelInfo info;
  info.id = "gemma";
  info.file.file = "gemma.gguf";
  info.context = 8192;
  info.widths = {768, 512};
  info.tasks = {"query"};
  EXPECT_EQ(ToProto(info).id(), "gemma");
  EXPECT_EQ(ToProto(info).file(), "gemma.gguf");
  EXPECT_EQ(ToProto(info).context(), 8192);
  EXPECT_EQ(ToProto(info).embedding_length(), 768);
  EXPECT_THAT(ToProto(info).embedding_widths(), ElementsAre(768, 512));
  EXPECT_THAT(ToProto(info).embedding_tasks(), ElementsAre("query"));
  EXPECT_EQ(ToProto(EmbeddingMemory{1, 2}).total_bytes(), 3);
}

}  // namespace
}  // namespace ferro

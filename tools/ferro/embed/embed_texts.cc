#include "tools/ferro/embed/embed_texts.h"

#include <algorithm>
#include <cstdio>
#include <deque>
#include <future>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/error_detail.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

// Texts of one request to the engine: several passes of short ones, so that gaps between requests do not show.
constexpr size_t kBlockTexts = 256;
// Requests at a time: one on the device, one that waits.
constexpr size_t kBlocksAhead = 2;

using Reply = absl::StatusOr<EmbeddingReply>;

struct Block {
  size_t first = 0;
  EmbeddingId id = 0;
  std::future<Reply> reply;
};

absl::StatusOr<Block> Begin(EmbeddingEngine& engine, const std::vector<EmbedText>& texts, size_t first,
                            const EmbedTextsOptions& options) {
  EmbeddingRequest request;
  request.dimensions = options.dimensions;
  request.truncate = options.truncate;
  for (size_t i = first; i < std::min(texts.size(), first + kBlockTexts); ++i) {
    request.items.push_back({texts[i].text, options.task});
  }
  auto promise = std::make_shared<std::promise<Reply>>();
  Block block;
  block.first = first;
  block.reply = promise->get_future();
  FERRO_ASSIGN_OR_RETURN(block.id,
                         engine.Submit(request, [promise](Reply reply) { promise->set_value(std::move(reply)); }));
  return block;
}

// With the number of the text in place of the engine's item.
absl::Status InTexts(const absl::Status& status, size_t first) {
  size_t item = 0;
  if (std::sscanf(DetailOf(status).param.c_str(), "items[%zu]", &item) != 1) return status;
  return Annotate(status, absl::StrCat("text ", first + item + 1));
}

// The items from `begin` on.
absl::Status Store(const EmbeddingReply& reply, size_t begin, RowStore& store, EmbedTextsResult& result) {
  std::vector<float> values;
  for (size_t i = begin; i < reply.items.size(); ++i) {
    const EmbeddedItem& item = reply.items[i];
    values.insert(values.end(), item.values.begin(), item.values.end());
    result.tokens += item.tokens;
    result.truncated += item.full_tokens > item.tokens;
    ++result.texts;
  }
  return store.Append(values);
}

}  // namespace

absl::StatusOr<EmbedTextsResult> EmbedTexts(EmbeddingEngine& engine, const std::vector<EmbedText>& texts,
                                            const EmbedTextsOptions& options, RowStore& store) {
  const absl::Time begin = absl::Now();
  EmbedTextsResult result;
  std::deque<Block> running;
  absl::Status failure;
  size_t next = static_cast<size_t>(store.rows());
  if (options.fixed_passes && next < texts.size()) next -= next % kBlockTexts;
  const size_t blocks_ahead = options.fixed_passes ? 1 : kBlocksAhead;  // blocks that wait together share a pass
  if (options.progress) options.progress(store.rows());
  while (!running.empty() || (failure.ok() && next < texts.size())) {
    while (failure.ok() && next < texts.size() && running.size() < blocks_ahead) {
      absl::StatusOr<Block> block = Begin(engine, texts, next, options);
      if (!block.ok()) {
        failure = InTexts(block.status(), next);
        break;
      }
      running.push_back(*std::move(block));
      next += kBlockTexts;
    }
    if (running.empty()) break;
    Block block = std::move(running.front());
    running.pop_front();
    const Reply reply = block.reply.get();
    // What was begun before a failure is stored all the same, unless it comes after a gap.
    const size_t known = static_cast<size_t>(store.rows()) - block.first;
    absl::Status stored = reply.ok() ? Store(*reply, known, store, result) : InTexts(reply.status(), block.first);
    if (stored.ok()) {
      if (options.progress) options.progress(store.rows());
      continue;
    }
    for (const Block& other : running) engine.Cancel(other.id);
    for (Block& other : running) other.reply.wait();
    return stored;
  }
  FERRO_RETURN_IF_ERROR(failure);
  result.seconds = absl::ToDoubleSeconds(absl::Now() - begin);
  return result;
}

}  // namespace ferro

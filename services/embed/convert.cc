#include "services/embed/convert.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_macros.h"
#include "services/common/convert.h"

namespace ferro {
namespace {

// More of them say nothing new.
constexpr int kMaxWarnings = 16;

absl::StatusOr<EmbeddingItem> ItemFromProto(const embed::v1::EmbedItem& from, const std::string& field) {
  if (from.parts().empty()) return InvalidField(field, absl::StrCat(field, ": nothing is in it"), kReasonMissingField);
  EmbeddingItem to;
  std::string text;
  for (const embed::v1::EmbedPart& part : from.parts()) {
    switch (part.part_case()) {
      case embed::v1::EmbedPart::kText:
        text += part.text();
        break;
      case embed::v1::EmbedPart::kTokens:
        if (from.parts_size() > 1) return InvalidField(field, absl::StrCat(field, ": token ids stand alone"));
        to.input = std::vector<int32_t>(part.tokens().ids().begin(), part.tokens().ids().end());
        return to;
      case embed::v1::EmbedPart::kMedia:
        return absl::UnimplementedError("this server embeds text only: images, audio and video are not supported");
      case embed::v1::EmbedPart::PART_NOT_SET:
        return InvalidField(field, absl::StrCat(field, ": an empty part"), kReasonMissingField);
    }
  }
  to.input = std::move(text);
  return to;
}

}  // namespace

absl::StatusOr<EmbeddingRequest> FromProto(const embed::v1::EmbedRequest& request) {
  EmbeddingRequest to;
  if (request.has_dimensions()) {
    // 0 means the full width to the engine, and nothing to a client.
    if (request.dimensions() == 0) return InvalidField("dimensions", "\"dimensions\" must be at least 1");
    to.dimensions = request.dimensions();
  }
  if (request.has_normalize()) to.norm = request.normalize();
  to.truncate = request.truncate();
  for (int i = 0; i < request.items_size(); ++i) {
    const embed::v1::EmbedItem& from = request.items(i);
    FERRO_ASSIGN_OR_RETURN(EmbeddingItem item, ItemFromProto(from, absl::StrCat("items[", i, "]")));
    item.task = from.prompt_name().empty() ? request.prompt_name() : from.prompt_name();
    to.items.push_back(std::move(item));
  }
  return to;
}

embed::v1::EmbedResponse ToProto(const EmbeddingReply& reply) {
  embed::v1::EmbedResponse to;
  for (size_t i = 0; i < reply.items.size(); ++i) {
    const EmbeddedItem& from = reply.items[i];
    embed::v1::Embedding* embedding = to.add_embeddings();
    embedding->mutable_values()->Add(from.values.begin(), from.values.end());
    embedding->set_prompt_tokens(from.tokens);
    if (from.full_tokens <= from.tokens) continue;
    embedding->set_full_tokens(from.full_tokens);
    if (to.warnings_size() == kMaxWarnings) continue;
    to.add_warnings(absl::StrCat("input[", i, "] was cut from ", from.full_tokens, " to ", from.tokens, " tokens"));
  }
  to.mutable_timings()->set_queue_ms(reply.timings.queue_ms);
  to.mutable_timings()->set_tokenize_ms(reply.timings.tokenize_ms);
  to.mutable_timings()->set_compute_ms(reply.timings.compute_ms);
  return to;
}

common::v1::ModelInfo ToProto(const EmbeddingModelInfo& from) {
  common::v1::ModelInfo to = ToProto(from.file);
  to.set_id(from.id);
  to.set_vocabulary(from.vocabulary);
  to.set_context(from.context);
  to.set_device(from.device);
  to.set_fingerprint(from.fingerprint);
  to.set_loaded_at(absl::ToUnixSeconds(from.loaded_at));
  // Of a vector, whatever the width inside.
  if (!from.widths.empty()) to.set_embedding_length(from.widths.front());
  to.mutable_embedding_widths()->Add(from.widths.begin(), from.widths.end());
  for (const std::string& task : from.tasks) to.add_embedding_tasks(task);
  return to;
}

admin::v1::Plan ToProto(const EmbeddingMemory& from) {
  admin::v1::Plan to;
  to.set_weights_bytes(from.weights);
  to.set_scratch_bytes(from.activations);
  to.set_total_bytes(from.total());
  return to;
}

}  // namespace ferro

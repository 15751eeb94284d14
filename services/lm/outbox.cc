#include "services/lm/outbox.h"

#include <utility>

namespace ferro {
namespace {

size_t Size(const lm::v1::GenerateResponse& message) {
  const lm::v1::Delta& delta = message.delta();
  size_t size = delta.content().size() + delta.reasoning().size() + 4 * static_cast<size_t>(delta.tokens_size());
  for (const lm::v1::ToolCall& call : delta.tool_calls()) size += call.name().size() + call.arguments_json().size();
  return size;
}

void Merge(const lm::v1::Delta& from, lm::v1::Delta* to) {
  to->mutable_content()->append(from.content());
  to->mutable_reasoning()->append(from.reasoning());
  to->mutable_tokens()->MergeFrom(from.tokens());
  to->mutable_tool_calls()->MergeFrom(from.tool_calls());
  *to->mutable_usage() = from.usage();
  *to->mutable_timings() = from.timings();
}

}  // namespace

bool Outbox::Add(lm::v1::GenerateResponse message) {
  bytes_ += Size(message);
  lm::v1::GenerateResponse* last = messages_.empty() ? nullptr : &messages_.back();
  // Nothing joins a delta with calls of tools: text after them would pass for text before them.
  if (last != nullptr && last->has_delta() && last->delta().tool_calls().empty() && message.has_delta()) {
    Merge(message.delta(), last->mutable_delta());
  } else if (last != nullptr && last->has_progress() && message.has_progress()) {
    *last = std::move(message);
  } else {
    messages_.push_back(std::move(message));
  }
  return bytes_ <= max_bytes_;
}

bool Outbox::Take(lm::v1::GenerateResponse* message) {
  if (messages_.empty()) return false;
  *message = std::move(messages_.front());
  messages_.pop_front();
  bytes_ -= Size(*message);
  return true;
}

void Outbox::Clear() {
  messages_.clear();
  bytes_ = 0;
}

}  // namespace ferro

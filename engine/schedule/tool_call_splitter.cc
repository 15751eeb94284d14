#include "engine/schedule/tool_call_splitter.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace ferro {
namespace {

// Length of the longest end of `text` with which `token` begins.
size_t PossibleStart(absl::string_view text, absl::string_view token) {
  size_t length = std::min(text.size(), token.size() - 1);
  while (length > 0 && !absl::StartsWith(token, text.substr(text.size() - length))) --length;
  return length;
}

}  // namespace

void ToolCallSplitter::PushQuoted(absl::string_view text) { EmitText(absl::StrCat(std::exchange(pending_, ""), text)); }

std::optional<ReplyPiece> ToolCallSplitter::Next() {
  while (ready_.empty()) {
    if (in_list_ ? StepList() : StepRepetition() && StepText()) continue;
    if (!ended_ || (pending_.empty() && !in_list_)) return std::nullopt;
    StepEnd();
  }
  ReplyPiece piece = std::move(ready_.front());
  ready_.pop_front();
  return piece;
}

void ToolCallSplitter::StepEnd() {
  const std::string rest = std::exchange(pending_, "");
  if (std::exchange(in_list_, false)) {
    Read(rest, /*closed=*/false);
  } else {
    EmitText(rest);
  }
}

bool ToolCallSplitter::StepRepetition() {
  if (repetition_.empty()) return true;
  absl::string_view text = absl::StripLeadingAsciiWhitespace(pending_);
  while (absl::ConsumePrefix(&text, repetition_)) text = absl::StripLeadingAsciiWhitespace(text);
  pending_.erase(0, pending_.size() - text.size());
  if (absl::StartsWith(repetition_, pending_)) return false;
  repetition_.clear();
  return true;
}

bool ToolCallSplitter::StepText() {
  const size_t start = absl::string_view(pending_).find(kToolCallStart);
  const size_t end = absl::string_view(pending_).find(kToolCallEnd);
  const size_t token = std::min(start, end);
  if (token == absl::string_view::npos) {
    const size_t held = std::max(PossibleStart(pending_, kToolCallStart), PossibleStart(pending_, kToolCallEnd));
    if (held == pending_.size()) return false;
    EmitText(pending_.substr(0, pending_.size() - held));
    pending_.erase(0, pending_.size() - held);
    return true;
  }
  EmitText(pending_.substr(0, token));
  in_list_ = start < end;
  // A second token alone ends nothing.
  pending_.erase(0, token + (in_list_ ? kToolCallStart : kToolCallEnd).size());
  searched_ = 0;
  return true;
}

bool ToolCallSplitter::StepList() {
  const size_t end = absl::string_view(pending_).find(kToolCallEnd, searched_);
  if (end == absl::string_view::npos) {
    searched_ = pending_.size() - std::min(pending_.size(), kToolCallEnd.size() - 1);
    return false;
  }
  const std::string list = pending_.substr(0, end);
  pending_.erase(0, end + kToolCallEnd.size());
  in_list_ = false;
  Read(list, /*closed=*/true);
  return true;
}

void ToolCallSplitter::Read(absl::string_view list, bool closed) {
  std::optional<CallList> read = ReadCallList(list, options_.sole);
  const bool ended = closed || absl::EndsWith(absl::StripTrailingAsciiWhitespace(list), "]");
  const bool is_empty = ended && read && read->calls.empty() && read->rejected.empty();
  if (!is_empty && (!read || read->calls.empty())) {
    ++rejected_;
    EmitText(absl::StrCat(kToolCallStart, list, closed ? kToolCallEnd : ""));
    return;
  }
  ReplyPiece& good = ready_.emplace_back(ReplyPiece{.text = "", .is_calls = true, .calls = {}});
  for (ToolCall& call : read->calls) {
    if (calls_ > 0 && !options_.parallel) {
      ++dropped_;
      continue;
    }
    call.index = calls_++;
    good.calls.push_back(std::move(call));
  }
  for (std::string& rejected : read->rejected) {
    ++rejected_;
    EmitText(std::move(rejected));
    ready_.push_back({.text = "", .is_calls = true, .calls = {}});
  }
  repetition_ = closed ? absl::StrCat(absl::StripLeadingAsciiWhitespace(list), kToolCallEnd) : "";
}

void ToolCallSplitter::EmitText(std::string text) {
  if (!text.empty()) ready_.push_back({.text = std::move(text), .is_calls = false, .calls = {}});
}

std::vector<std::string> ToolCallSplitter::warnings() const {
  std::vector<std::string> warnings;
  if (rejected_ > 0) {
    warnings.push_back(absl::StrCat(rejected_, rejected_ == 1 ? " call of a tool" : " calls of tools",
                                    " could not be read and stayed text."));
  }
  if (dropped_ > 0) {
    warnings.push_back(absl::StrCat(dropped_, dropped_ == 1 ? " more call of a tool was" : " more calls of tools were",
                                    " left out, since the request allows one."));
  }
  return warnings;
}

}  // namespace ferro

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

void ToolCallSplitter::Push(absl::string_view content, ReplyText& out) {
  absl::StrAppend(&pending_, content);
  while (in_list_ ? StepList(out) : StepRepetition() && StepText(out)) {
  }
}

void ToolCallSplitter::Flush(ReplyText& out) {
  if (in_list_) {
    Read(pending_, /*closed=*/false, out);
  } else {
    Emit(pending_, out);
  }
  if (!own_line_) absl::StrAppend(&out.content, std::exchange(space_, ""));
  pending_.clear();
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

bool ToolCallSplitter::StepText(ReplyText& out) {
  const size_t start = absl::string_view(pending_).find(kToolCallStart);
  const size_t end = absl::string_view(pending_).find(kToolCallEnd);
  const size_t token = std::min(start, end);
  if (token == absl::string_view::npos) {
    const size_t held = std::max(PossibleStart(pending_, kToolCallStart), PossibleStart(pending_, kToolCallEnd));
    const std::string certain = pending_.substr(0, pending_.size() - held);
    pending_.erase(0, certain.size());
    Emit(certain, out);
    return false;
  }
  Emit(absl::string_view(pending_).substr(0, token), out);
  in_list_ = start < end;
  // A second token alone ends nothing.
  pending_.erase(0, token + (in_list_ ? kToolCallStart : kToolCallEnd).size());
  searched_ = 0;
  return true;
}

bool ToolCallSplitter::StepList(ReplyText& out) {
  const size_t end = absl::string_view(pending_).find(kToolCallEnd, searched_);
  if (end == absl::string_view::npos) {
    searched_ = pending_.size() - std::min(pending_.size(), kToolCallEnd.size() - 1);
    return false;
  }
  const std::string list = pending_.substr(0, end);
  pending_.erase(0, end + kToolCallEnd.size());
  in_list_ = false;
  Read(list, /*closed=*/true, out);
  return true;
}

void ToolCallSplitter::Read(absl::string_view list, bool closed, ReplyText& out) {
  std::optional<CallList> read = ReadCallList(list, options_.sole);
  const bool ended = closed || absl::EndsWith(absl::StripTrailingAsciiWhitespace(list), "]");
  const bool is_empty = ended && read && read->calls.empty() && read->rejected.empty();
  if (!is_empty && (!read || read->calls.empty())) {
    ++rejected_;
    Emit(absl::StrCat(kToolCallStart, list, closed ? kToolCallEnd : ""), out);
    return;
  }
  for (ToolCall& call : read->calls) {
    if (calls_ > 0 && !options_.parallel) {
      ++dropped_;
      continue;
    }
    call.index = calls_++;
    out.calls.push_back(std::move(call));
  }
  space_.clear();
  own_line_ = true;
  for (const std::string& rejected : read->rejected) {
    ++rejected_;
    Emit(rejected, out);
    own_line_ = true;
  }
  repetition_ = closed ? absl::StrCat(absl::StripLeadingAsciiWhitespace(list), kToolCallEnd) : "";
}

void ToolCallSplitter::Emit(absl::string_view text, ReplyText& out) {
  const absl::string_view trimmed = absl::StripTrailingAsciiWhitespace(text);
  absl::string_view shown = trimmed;
  if (own_line_) shown = absl::StripLeadingAsciiWhitespace(shown);
  if (!shown.empty()) {
    if (own_line_) {
      if (begun_) out.content += '\n';
    } else {
      absl::StrAppend(&out.content, std::exchange(space_, ""));
    }
    absl::StrAppend(&out.content, shown);
    begun_ = true;
    own_line_ = false;
    space_.clear();
  }
  absl::StrAppend(&space_, text.substr(trimmed.size()));
}

std::vector<std::string> ToolCallSplitter::warnings() const {
  std::vector<std::string> warnings;
  if (rejected_ > 0) {
    warnings.push_back(absl::StrCat(rejected_, rejected_ == 1 ? " call of a tool" : " calls of tools",
                                    " could not be read and stayed in the content."));
  }
  if (dropped_ > 0) {
    warnings.push_back(absl::StrCat(dropped_, dropped_ == 1 ? " more call of a tool was" : " more calls of tools were",
                                    " left out, since parallel_tool_calls is false."));
  }
  return warnings;
}

}  // namespace ferro

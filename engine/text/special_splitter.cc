#include "engine/text/special_splitter.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace ferro {
namespace {

unsigned ByteAt(absl::string_view text, size_t i) { return static_cast<unsigned char>(text[i]); }

}  // namespace

SpecialSplitter::SpecialSplitter(const Vocabulary& vocabulary, const std::vector<int32_t>& ids) {
  for (const int32_t id : ids) {
    const absl::string_view text = vocabulary.text(id);
    max_size_ = std::max(max_size_, text.size());
    if (text.size() == 1) {
      one_byte_.set(ByteAt(text, 0));
    } else {
      first_two_bytes_.set(ByteAt(text, 0) << 8 | ByteAt(text, 1));
    }
    uint32_t node = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      const auto [entry, inserted] =
          child_.emplace(uint64_t{node} << 8 | ByteAt(text, i), static_cast<uint32_t>(token_at_.size()));
      if (inserted) token_at_.push_back(-1);
      node = entry->second;
    }
    token_at_[node] = id;
  }
}

bool SpecialSplitter::MayStart(absl::string_view text, size_t begin) const {
  if (one_byte_[ByteAt(text, begin)]) return true;
  return begin + 1 < text.size() && first_two_bytes_[ByteAt(text, begin) << 8 | ByteAt(text, begin + 1)];
}

SpecialMatch SpecialSplitter::LongestAt(absl::string_view text, size_t begin, size_t limit) const {
  SpecialMatch longest{begin, 0, -1};
  const size_t end = std::min(text.size(), begin + std::min(limit, max_size_));
  uint32_t node = 0;
  for (size_t i = begin; i < end; ++i) {
    const auto it = child_.find(uint64_t{node} << 8 | ByteAt(text, i));
    if (it == child_.end()) break;
    node = it->second;
    if (token_at_[node] >= 0) longest = {begin, i + 1 - begin, token_at_[node]};
  }
  return longest;
}

std::vector<SpecialMatch> SpecialSplitter::Find(absl::string_view text) const {
  std::vector<SpecialMatch> accepted;
  if (max_size_ == 0) return accepted;

  // Candidates by length, longest first: at first the longest at each position. One that loses its place to an earlier
  // choice comes back as the next shorter text at the same position.
  std::map<size_t, std::vector<SpecialMatch>, std::greater<size_t>> by_size;
  const auto add = [&by_size](const SpecialMatch& match) {
    if (match.size > 0) by_size[match.size].push_back(match);
  };
  for (size_t i = 0; i < text.size(); ++i) {
    if (MayStart(text, i)) add(LongestAt(text, i, max_size_));
  }
  if (by_size.empty()) return accepted;

  std::vector<bool> taken(text.size(), false);
  while (!by_size.empty()) {
    const size_t size = by_size.begin()->first;
    std::vector<SpecialMatch> candidates = std::move(by_size.begin()->second);
    by_size.erase(by_size.begin());
    std::sort(candidates.begin(), candidates.end(), [](const SpecialMatch& a, const SpecialMatch& b) {
      return a.id != b.id ? a.id < b.id : a.begin < b.begin;
    });
    for (const SpecialMatch& match : candidates) {
      // Whatever was accepted before is at least as long, so that an overlap covers the first or the last byte.
      if (!taken[match.begin] && !taken[match.begin + size - 1]) {
        std::fill_n(taken.begin() + match.begin, size, true);
        accepted.push_back(match);
      } else if (!taken[match.begin]) {
        add(LongestAt(text, match.begin, size - 1));
      }
    }
  }
  std::sort(accepted.begin(), accepted.end(),
            [](const SpecialMatch& a, const SpecialMatch& b) { return a.begin < b.begin; });
  return accepted;
}

}  // namespace ferro

#include "engine/schedule/pass/pass_queue.h"

#include <algorithm>
#include <utility>

namespace ferro {

std::vector<PassPart> PassQueue::TakePass(int max_tokens) {
  std::vector<PassPart> parts;
  std::list<PassWorkPtr> unfinished;
  const size_t budget = static_cast<size_t>(max_tokens);
  size_t tokens = 0;
  for (auto it = works_.begin(); it != works_.end() && tokens < budget;) {
    PassWork& work = **it;
    const size_t first = work.next;
    while (!work.given_out()) {
      const size_t size = work.tokens(work.next);
      if (tokens > 0 && tokens + size > budget) break;
      tokens += size;
      ++work.next;
    }
    const auto current = it++;
    if (work.next == first) continue;
    work.in_pass = true;
    parts.push_back({&work, first, work.next - first});
    if (!work.given_out()) unfinished.splice(unfinished.end(), works_, current);
  }
  works_.splice(works_.end(), unfinished);
  return parts;
}

std::vector<PassWorkPtr> PassQueue::Remove(const std::function<bool(const PassWork&)>& ended) {
  std::vector<PassWorkPtr> removed;
  for (auto it = works_.begin(); it != works_.end();) {
    if (!ended(**it)) {
      ++it;
      continue;
    }
    removed.push_back(std::move(*it));
    it = works_.erase(it);
  }
  return removed;
}

PassWork* PassQueue::Find(PassWorkId id) {
  const auto found =
      std::find_if(works_.begin(), works_.end(), [id](const PassWorkPtr& work) { return work->id == id; });
  return found == works_.end() ? nullptr : found->get();
}

int PassQueue::waiting() const {
  return static_cast<int>(
      std::count_if(works_.begin(), works_.end(), [](const PassWorkPtr& work) { return !work->in_pass; }));
}

int64_t PassQueue::waiting_tokens() const {
  int64_t tokens = 0;
  for (const PassWorkPtr& work : works_) tokens += work->tokens_left();
  return tokens;
}

}  // namespace ferro

#include "engine/schedule/decision/decision_queue.h"

#include <algorithm>
#include <utility>

namespace ferro {

int64_t DecisionWork::tokens_left() const {
  int64_t tokens = 0;
  for (size_t i = next; i < prompts.size(); ++i) tokens += static_cast<int64_t>(prompts[i].tokens.size());
  return tokens;
}

std::vector<DecisionQueue::Part> DecisionQueue::TakePass(int max_tokens) {
  std::vector<Part> parts;
  std::list<DecisionWorkPtr> unfinished;
  const size_t budget = static_cast<size_t>(max_tokens);
  size_t tokens = 0;
  for (auto it = works_.begin(); it != works_.end() && tokens < budget;) {
    DecisionWork& work = **it;
    const size_t first = work.next;
    while (!work.given_out()) {
      const size_t size = work.prompts[work.next].tokens.size();
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

std::vector<DecisionWorkPtr> DecisionQueue::Remove(const std::function<bool(const DecisionWork&)>& ended) {
  std::vector<DecisionWorkPtr> removed;
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

DecisionWork* DecisionQueue::Find(DecisionId id) {
  const auto found =
      std::find_if(works_.begin(), works_.end(), [id](const DecisionWorkPtr& work) { return work->id == id; });
  return found == works_.end() ? nullptr : found->get();
}

int DecisionQueue::waiting() const {
  return static_cast<int>(
      std::count_if(works_.begin(), works_.end(), [](const DecisionWorkPtr& work) { return !work->in_pass; }));
}

int64_t DecisionQueue::waiting_tokens() const {
  int64_t tokens = 0;
  for (const DecisionWorkPtr& work : works_) tokens += work->tokens_left();
  return tokens;
}

}  // namespace ferro

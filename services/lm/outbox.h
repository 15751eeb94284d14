// Messages of one reply that the client has not taken yet.
#ifndef FERRO_SERVICES_LM_OUTBOX_H_
#define FERRO_SERVICES_LM_OUTBOX_H_

#include <cstddef>
#include <deque>

#include "ferro/lm/v1/lm.pb.h"

namespace ferro {

// A client that reads more slowly than the model writes gets fewer, longer deltas: consecutive ones are merged, but
// none into one with calls of tools; of consecutive progress messages the last stays. Thread-compatible.
class Outbox {
 public:
  // `max_bytes`: text, tokens and calls that may wait. A reply within one context never comes near the default.
  explicit Outbox(size_t max_bytes = size_t{8} << 20) : max_bytes_(max_bytes) {}

  // False: the bound is passed; the message is kept nonetheless, and the caller should end the reply.
  bool Add(lm::v1::GenerateResponse message);
  // The oldest message. False: there is none.
  bool Take(lm::v1::GenerateResponse* message);
  void Clear();

 private:
  const size_t max_bytes_;
  size_t bytes_ = 0;
  std::deque<lm::v1::GenerateResponse> messages_;
};

}  // namespace ferro

#endif  // FERRO_SERVICES_LM_OUTBOX_H_

// A device that computes nothing, to see what everything around a model costs.
#ifndef FERRO_ENGINE_SCHEDULE_PASS_NULL_DEVICE_H_
#define FERRO_ENGINE_SCHEDULE_PASS_NULL_DEVICE_H_

namespace ferro {

// Its name for --device, known to those whose passes can be left out: see NullScorer and NullEmbedder.
inline constexpr char kNullDevice[] = "null";

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_PASS_NULL_DEVICE_H_

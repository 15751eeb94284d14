// A driver whose compiler gets things wrong: a layer before the real one that alters programs on their way to it, so
// that tests can see whether anybody notices.
#ifndef FERRO_ENGINE_OPENCL_LYING_API_H_
#define FERRO_ENGINE_OPENCL_LYING_API_H_

#include <string>
#include <vector>

#include "engine/opencl/functions.h"

namespace ferro::opencl {

// Replaces the first `from` behind the first `after` of every program that has both. An empty `after` is its start.
struct Lie {
  std::string after;
  std::string from;
  std::string to;
};

// `real` with the layer before it, which lives for ever, as `real` must. One a process.
const Api* LyingApi(const Api& real);

// Makes every device say that it is a GPU, before any is asked.
void ClaimToBeGpus();

// Replaces the lies. Not while programs are built.
void TellLies(std::vector<Lie> lies);

// How many programs each of them altered, in their order.
std::vector<int> LiesTold();

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_LYING_API_H_

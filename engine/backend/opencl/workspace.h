// Device memory that operations need for themselves: scratch between two kernels, rope tables, the last chosen tokens.
#ifndef FERRO_ENGINE_BACKEND_OPENCL_WORKSPACE_H_
#define FERRO_ENGINE_BACKEND_OPENCL_WORKSPACE_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/opencl/context.h"

namespace ferro::opencl {

class Workspace {
 public:
  // `context` must outlive it.
  explicit Workspace(Context& context) : context_(context) {}

  // Scratch of that name with at least `bytes`, contents undefined. A name's users must not overlap in time, which the
  // in-order queue sees to. Growing keeps the smaller buffer alive, since launches may be bound to it.
  absl::StatusOr<cl_mem> Scratch(const std::string& name, int64_t bytes);

  // cos and sin, float [position][2][dims / 2], for at least `positions` (RopeTable).
  absl::StatusOr<cl_mem> Rope(float base, int dims, int positions);

  // Room for the chosen tokens of `slots` slots. Must come before the two below; what was chosen before is lost.
  absl::Status ReserveSlots(int slots);
  const Buffer& chosen() const { return chosen_; }          // int [slot]: the token that Argmax chose last
  const Buffer& argmax_out() const { return argmax_out_; }  // int [logit row], of the last Argmax

 private:
  Context& context_;
  std::map<std::string, Buffer> scratch_;
  std::map<std::pair<float, int>, Buffer> rope_;
  Buffer chosen_, argmax_out_;
  std::vector<Buffer> outgrown_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_BACKEND_OPENCL_WORKSPACE_H_

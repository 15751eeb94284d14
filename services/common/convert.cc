#include "services/common/convert.h"

namespace ferro {

common::v1::ModelInfo ToProto(const FileFacts& from) {
  common::v1::ModelInfo to;
  to.set_file(from.file);
  to.set_architecture(from.architecture);
  to.set_file_type(from.file_type);
  to.set_parameters(from.parameters);
  to.set_file_bytes(from.file_bytes);
  to.set_embedding_length(from.embedding_length);
  to.set_trained_context(from.trained_context);
  return to;
}

admin::v1::SizeHistogram ToProto(const SizeHistogram& from) {
  admin::v1::SizeHistogram to;
  to.mutable_bounds()->Add(from.bounds().begin(), from.bounds().end());
  to.mutable_counts()->Add(from.counts().begin(), from.counts().end());
  to.set_sum(from.sum());
  return to;
}

admin::v1::Stats ToProto(const PassStats& from) {
  admin::v1::Stats to;
  to.set_draining(from.draining);
  to.set_queue_length(from.queue_length);
  to.set_queue_depth(from.queue_depth);
  to.set_prompt_tokens(from.tokens);
  to.set_steps(from.passes);
  to.set_prefill_seconds(from.busy_seconds);
  to.set_prefill_tokens_per_second(from.tokens_per_second);
  to.mutable_finished()->insert(from.finished.begin(), from.finished.end());
  to.mutable_cancelled()->insert(from.cancelled.begin(), from.cancelled.end());
  *to.mutable_batch_rows() = ToProto(from.batch_sequences);
  *to.mutable_batch_tokens() = ToProto(from.batch_tokens);
  return to;
}

admin::v1::Lease ToProto(const LeaseCounts& from) {
  admin::v1::Lease to;
  to.set_acquisitions(from.acquisitions);
  to.set_waits(from.waits);
  to.set_wait_seconds(absl::ToDoubleSeconds(from.waited));
  to.set_longest_wait_s(absl::ToDoubleSeconds(from.longest_wait));
  to.set_lost(from.lost);
  return to;
}

}  // namespace ferro

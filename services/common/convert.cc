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

// Engine types that every kind of model reports, as messages.
#ifndef FERRO_SERVICES_COMMON_CONVERT_H_
#define FERRO_SERVICES_COMMON_CONVERT_H_

#include "engine/lease/device_lease.h"
#include "engine/schedule/file_facts.h"
#include "engine/schedule/pass/pass_runner.h"
#include "engine/schedule/size_histogram.h"
#include "ferro/admin/v1/admin.pb.h"
#include "ferro/common/v1/common.pb.h"

namespace ferro {

// Leaves what is not the file's own: id, context, device and the rest.
common::v1::ModelInfo ToProto(const FileFacts& facts);
admin::v1::SizeHistogram ToProto(const SizeHistogram& histogram);
// Leaves what belongs to the process: uptime_s and the bytes.
admin::v1::Stats ToProto(const PassStats& stats);
admin::v1::Lease ToProto(const LeaseCounts& counts);

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_CONVERT_H_

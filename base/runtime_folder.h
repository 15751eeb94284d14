// The private folder where the running programs of one user meet: sockets, locks.
#ifndef FERRO_BASE_RUNTIME_FOLDER_H_
#define FERRO_BASE_RUNTIME_FOLDER_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace ferro {

// $XDG_RUNTIME_DIR/ferro; without that variable /run/ferro, and where that cannot be written /tmp/ferro-UID. Made if
// missing. Errors as PreparePrivateFolder.
absl::StatusOr<std::string> RuntimeFolder();

// Makes the folder (mode 0700) unless it is there. kFailedPrecondition: it belongs to somebody else or is no folder;
// others from the system. Messages name the folder.
absl::Status PreparePrivateFolder(const std::string& path);

}  // namespace ferro

#endif  // FERRO_BASE_RUNTIME_FOLDER_H_

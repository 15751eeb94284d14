// The lease file: opened, checked, mapped, with a place in it.
#ifndef FERRO_ENGINE_LEASE_LEASE_FILE_H_
#define FERRO_ENGINE_LEASE_LEASE_FILE_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "engine/lease/lease_page.h"

namespace ferro::lease {

// A mapping of the file and one of its places. The place is owned by a lock on a byte of the file, which the kernel
// drops when the process ends, however it ends: so whether the owner of a place lives is asked of the kernel, and no
// process id can be mistaken for another.
//
// Thread-safe.
class LeaseFile {
 public:
  // Makes the file if it is missing. One that is no lease file, or of another version, or damaged, is replaced by a new
  // one of the same name; processes that have the old one mapped keep it and are not disturbed.
  // kFailedPrecondition: the path is no regular file of this user; kResourceExhausted: every place is taken; others
  // from the system. Messages name the path.
  static absl::StatusOr<std::unique_ptr<LeaseFile>> Open(const std::string& path);
  ~LeaseFile();
  LeaseFile(const LeaseFile&) = delete;
  LeaseFile& operator=(const LeaseFile&) = delete;

  Page& page() const { return *page_; }
  int place() const { return place_; }
  // Whether somebody owns the place. A system call, less than a microsecond.
  bool Lives(int place) const;

 private:
  LeaseFile(int descriptor, Page* page, int place) : descriptor_(descriptor), page_(page), place_(place) {}

  const int descriptor_;
  Page* const page_;
  const int place_;
};

}  // namespace ferro::lease

#endif  // FERRO_ENGINE_LEASE_LEASE_FILE_H_

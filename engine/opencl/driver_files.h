// The files by which OpenCL's loader finds drivers, and how to keep it from one: a driver that crashes as it is loaded
// can only be avoided by not loading it.
#ifndef FERRO_ENGINE_OPENCL_DRIVER_FILES_H_
#define FERRO_ENGINE_OPENCL_DRIVER_FILES_H_

#include <string>
#include <vector>

namespace ferro::opencl {

// The variable by which both common loaders (ocl-icd, Khronos) take another folder.
constexpr char kDriverFolderVariable[] = "OCL_ICD_VENDORS";

// The *.icd files of that folder, or of /etc/OpenCL/vendors, sorted. Empty where there is no such folder.
std::vector<std::string> DriverFiles();

// A temporary folder with links to some of them; removed when this goes.
class DriverSelection {
 public:
  explicit DriverSelection(const std::vector<std::string>& files);
  ~DriverSelection();
  DriverSelection(const DriverSelection&) = delete;
  DriverSelection& operator=(const DriverSelection&) = delete;

  // Empty: it could not be made.
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_DRIVER_FILES_H_

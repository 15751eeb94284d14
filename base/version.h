// The version that `ferro --version`, the Server header and system_fingerprint show.
#ifndef FERRO_BASE_VERSION_H_
#define FERRO_BASE_VERSION_H_

namespace ferro {

inline constexpr char kVersion[] = "0.1.0";

}  // namespace ferro

#endif  // FERRO_BASE_VERSION_H_

// Whole files as tests look at them.
#ifndef FERRO_BASE_FILE_TESTING_H_
#define FERRO_BASE_FILE_TESTING_H_

#include <fstream>
#include <iterator>
#include <string>

namespace ferro {

// The bytes of `path`; empty where there is no such file.
inline std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace ferro

#endif  // FERRO_BASE_FILE_TESTING_H_

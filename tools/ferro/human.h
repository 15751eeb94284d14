// Numbers as people read them.
#ifndef FERRO_TOOLS_FERRO_HUMAN_H_
#define FERRO_TOOLS_FERRO_HUMAN_H_

#include <cstdint>
#include <string>

namespace ferro {

// "512 B", "2.7 MB", "1.2 GB": powers of 1000, as file managers and download pages count.
std::string HumanBytes(int64_t bytes);

// "950", "354.5 M", "1.2 G": for counts such as parameters.
std::string HumanCount(int64_t count);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_HUMAN_H_

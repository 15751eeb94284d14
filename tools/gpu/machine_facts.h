// What a report has to say of the machine.
#ifndef FERRO_TOOLS_GPU_MACHINE_FACTS_H_
#define FERRO_TOOLS_GPU_MACHINE_FACTS_H_

#include <string>
#include <utility>
#include <vector>

namespace ferro::gpu {

// Name and text: date, processor, memory, system, kernel, C library. `own_c_library`: it came with the program.
std::vector<std::pair<std::string, std::string>> MachineFacts(bool own_c_library);

}  // namespace ferro::gpu

#endif  // FERRO_TOOLS_GPU_MACHINE_FACTS_H_

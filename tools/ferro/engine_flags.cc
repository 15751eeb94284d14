#include "tools/ferro/engine_flags.h"

#include "engine/kernels/ops/kv_format_name.h"
#include "services/common/device_limit_flags.h"

namespace ferro {

KvType EngineFlags::kv_type() const { return ParseKvFormat(kv_dtype).value_or(KvType::kF32); }

void AddEngineFlags(CLI::App& command, EngineFlags& flags) {
  command.add_option("--lm,--model", flags.model, "GGUF file of the language model")->type_name("FILE");
  command
      .add_option("--device", flags.backend.device,
                  "auto, cpu, reference, opencl or opencl:N; ferro devices lists them")
      ->type_name("NAME");
  command
      .add_option("--isa", flags.backend.isa, "Instruction set of the cpu: auto, scalar, avx2, avx-vnni, avx512-vnni")
      ->type_name("NAME");
  command.add_option("--threads", flags.backend.threads, "Threads; 0 is half the cores, at least one")
      ->check(CLI::Range(0, 1024))
      ->type_name("N");
  command.add_option("--kv-dtype", flags.kv_dtype, "How keys and values are stored: f32, f16 or int8")
      ->check(CLI::IsMember({"f32", "f16", "int8"}))
      ->type_name("TYPE");
  AddDeviceLimitFlags(command, flags.backend, "Device");
}

}  // namespace ferro

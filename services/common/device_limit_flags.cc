#include "services/common/device_limit_flags.h"

#include "services/common/flag_words.h"

namespace ferro {

void AddDeviceFlags(CLI::App& app, BackendOptions& options, const std::string& devices) {
  const std::string group = "Device";
  app.add_option("--device", options.device, devices)->capture_default_str()->group(group);
  app.add_option("--isa", options.isa, "instruction set of the cpu: auto, scalar, avx2, avx-vnni, avx512-vnni")
      ->capture_default_str()
      ->group(group);
  app.add_option("--threads", options.threads, "compute threads; 0 = half the cores, at least one")
      ->capture_default_str()
      ->group(group);
  app.add_option("--pool-spin-us", options.pool_spin_us,
                 "microseconds that an idle compute thread spins before it parks")
      ->capture_default_str()
      ->group(group);
  AddDeviceLimitFlags(app, options, group);
}

void AddDeviceLimitFlags(CLI::App& app, BackendOptions& options, const std::string& group) {
  options.lease = LeaseUse::kAuto;  // of programs that people start
  app.add_option(
         "--lease", options.lease,
         "on = takes turns on the device with the other Ferro programs of this user; auto = on a GPU, and where "
         "the threads of two such programs are more than there are cores")
      ->transform(Words<LeaseUse>({{"auto", LeaseUse::kAuto}, {"on", LeaseUse::kOn}, {"off", LeaseUse::kOff}}))
      ->type_name("WORD")
      ->default_str("auto")
      ->group(group);
  app.add_option("--lease-file", options.lease_file,
                 "where they meet; default: `lease` in $XDG_RUNTIME_DIR/ferro, else /run/ferro, else /tmp/ferro-UID")
      ->type_name("PATH")
      ->group(group);
  app.add_option("--launch-ms", options.launch_ms,
                 "longest piece of work that the device gets at a time, estimated; 0.001 to 10000")
      ->type_name("MS")
      ->capture_default_str()
      ->group(group);
  app.add_option("--queue-ms", options.queue_ms,
                 "opencl: most work that waits in the device's queue, estimated; up to 60000, 0 = no bound")
      ->type_name("MS")
      ->capture_default_str()
      ->group(group);
  app.add_option("--device-timeout", options.timeout_s,
                 "opencl: a driver call that lasts longer ends the program with exit code 75; 1 to 3600")
      ->type_name("SECONDS")
      ->capture_default_str()
      ->group(group);
}

}  // namespace ferro

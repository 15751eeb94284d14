#include "engine/backend/opencl/tuning/tuning_store.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "base/json.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "engine/backend/opencl/tuning/tuning_json.h"
#include "engine/gguf/atomic_file.h"
#include "engine/kernels/opencl/sources.h"
#include "engine/opencl/bounded_folder.h"
#include "engine/opencl/program_cache.h"

namespace ferro::opencl {
namespace {

namespace fs = std::filesystem;

constexpr int kFormat = 1;
constexpr int kMaxDepth = 8;
constexpr char kSuffix[] = ".json";
constexpr char kUnfinished[] = ".json.tmp.";  // AtomicFile's, with six letters behind
constexpr size_t kNameLetters = 40;
constexpr size_t kKeyDigits = 16;

// Changes with every kernel and build option.
std::string KernelsVersion(DotPath dot) {
  std::string all;
  for (const std::string& file : KernelFiles()) absl::StrAppend(&all, KernelSource(file));
  return ProgramCache::Key({BuildOptions(dot), all});
}

Json DeviceKey(const Device& device) {
  return {{"platform", device.platform_name},
          {"platform_version", device.platform_version},
          {"name", device.name},
          {"version", device.version},
          {"driver", device.driver}};
}

absl::StatusOr<std::string> ReadSmallFile(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return absl::ErrnoToStatus(errno, "cannot be read");
  const auto close_file = absl::MakeCleanup([file] { close(file); });
  struct stat info;
  if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size > TuningStore::kMaxFileBytes) {
    return absl::DataLossError("is no small regular file");
  }
  std::string text(static_cast<size_t>(info.st_size), '\0');
  const ssize_t got = read(file, text.data(), text.size());
  if (got != static_cast<ssize_t>(text.size())) return absl::DataLossError("cannot be read whole");
  return text;
}

Json ToJson(const Device& device, DotPath dot, const StoredTuning& stored) {
  Json gains = Json::array();
  for (const TuningGain& gain : stored.gains) {
    gains.push_back({{"what", gain.what}, {"default_ms", gain.default_ms}, {"tuned_ms", gain.tuned_ms}});
  }
  return {{"format", kFormat},        {"device", DeviceKey(device)}, {"kernels", KernelsVersion(dot)},
          {"model", stored.model},    {"measured", stored.measured}, {"tuning", TuningToJson(stored.tuning)},
          {"gains", std::move(gains)}};
}

std::string StringOr(const Json& json, const char* name, const std::string& otherwise) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

std::vector<TuningGain> GainsOf(const Json& json) {
  std::vector<TuningGain> gains;
  const auto list = json.find("gains");
  if (list == json.end() || !list->is_array()) return gains;
  for (const Json& entry : *list) {
    const auto number = [&](const char* name) {
      const auto found = entry.find(name);
      return found != entry.end() && found->is_number() ? found->get<double>() : 0;
    };
    if (entry.is_object()) gains.push_back({StringOr(entry, "what", ""), number("default_ms"), number("tuned_ms")});
  }
  return gains;
}

absl::StatusOr<StoredTuning> FromJson(absl::string_view text, const Device& device, DotPath dot) {
  const absl::StatusOr<Json> json = ParseJson(text, kMaxDepth);
  if (!json.ok()) return absl::DataLossError(absl::StrCat("is no JSON: ", json.status().message()));
  if (!json->is_object() || json->value("format", Json()) != Json(kFormat)) {
    return absl::DataLossError(absl::StrCat("is no tuning of format ", kFormat));
  }
  if (json->value("device", Json()) != DeviceKey(device)) {
    return absl::FailedPreconditionError("was measured on another device or with another driver");
  }
  if (json->value("kernels", Json()) != Json(KernelsVersion(dot))) {
    return absl::FailedPreconditionError("was measured with other kernels");
  }
  StoredTuning stored;
  const absl::StatusOr<KernelTuning> tuning = TuningFromJson(json->value("tuning", Json()));
  if (!tuning.ok()) return absl::DataLossError(absl::StrCat("is no tuning: ", tuning.status().message()));
  stored.tuning = *tuning;
  FERRO_RETURN_IF_ERROR(CheckKernelTuning(stored.tuning, device));
  stored.model = StringOr(*json, "model", "");
  stored.measured = StringOr(*json, "measured", "");
  stored.gains = GainsOf(*json);
  return stored;
}

}  // namespace

absl::Status CheckKernelTuning(const KernelTuning& tuning, const Device& device) {
  // The kernel classes check what they are given before they build it.
  const Builder builder(device, DotPath::kPlain, [](const ProgramText&) { return Program(); });
  const HeadShape any_heads = {.heads = 16, .kv_heads = 8, .head_dim = 64};
  FERRO_RETURN_IF_ERROR(GemmKernels::Build(builder, tuning.gemm).status());
  FERRO_RETURN_IF_ERROR(MmaGemmKernels::Build(builder, tuning.mma).status());
  FERRO_RETURN_IF_ERROR(GemvKernels::Build(builder, tuning.gemv).status());
  return AttentionKernels::Build(builder, KvFormat::kF32, any_heads, tuning.attention).status();
}

std::string TuningStore::DefaultFolder() {
  const std::string programs = ProgramCache::DefaultFolder();
  return programs.empty() ? "" : absl::StrCat(absl::StripSuffix(programs, "programs"), "tuning");
}

TuningStore::TuningStore(std::string folder) : folder_(std::move(folder)) {}

std::string TuningStore::Path(const Device& device) const {
  std::string name;
  for (const char c : device.name.substr(0, kNameLetters)) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (plain || (!name.empty() && name.back() != '-')) name.push_back(plain ? c : '-');
  }
  const std::string key = ProgramCache::Key({device.platform_name, device.name});
  return absl::StrCat(folder_, "/", absl::StripSuffix(name, "-"), "-", key.substr(0, kKeyDigits), kSuffix);
}

absl::StatusOr<StoredTuning> TuningStore::Load(const Device& device, DotPath dot) const {
  if (folder_.empty()) return absl::NotFoundError("there is no folder for tunings: set HOME or XDG_CACHE_HOME");
  const std::string path = Path(device);
  const absl::StatusOr<std::string> text = ReadSmallFile(path);
  if (absl::IsNotFound(text.status())) return absl::NotFoundError(absl::StrCat(path, ": nothing is stored"));
  absl::StatusOr<StoredTuning> stored = text.ok() ? FromJson(*text, device, dot) : text.status();
  if (stored.ok()) return stored;
  return absl::Status(
      stored.status().code(),
      absl::StrCat(path, " ", stored.status().message(), "; ferro tune measures again, ferro tune --reset removes it"));
}

absl::Status TuningStore::Save(const Device& device, DotPath dot, const StoredTuning& stored) const {
  if (folder_.empty()) {
    return absl::FailedPreconditionError("there is no folder to store a tuning in: set HOME or XDG_CACHE_HOME");
  }
  FERRO_RETURN_IF_ERROR(CheckKernelTuning(stored.tuning, device));
  const std::string text =
      absl::StrCat(ToJson(device, dot, stored).dump(2, ' ', false, Json::error_handler_t::replace), "\n");
  if (text.size() > kMaxFileBytes) {
    return absl::InvalidArgumentError(absl::StrCat("a tuning of ", text.size(), " bytes; at most ", kMaxFileBytes));
  }
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) return absl::ErrnoToStatus(error.value(), absl::StrCat(folder_, ": cannot be made"));
  FERRO_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(Path(device)));
  FERRO_RETURN_IF_ERROR(file.Append(text));
  FERRO_RETURN_IF_ERROR(file.Commit());
  DropOldest();
  return absl::OkStatus();
}

absl::StatusOr<bool> TuningStore::Remove(const Device& device) const {
  const std::string path = Path(device);
  if (folder_.empty()) return false;
  if (unlink(path.c_str()) == 0) return true;
  if (errno == ENOENT || errno == ENOTDIR) return false;
  return absl::ErrnoToStatus(errno, absl::StrCat(path, ": cannot be removed"));
}

void TuningStore::DropOldest() const {
  const std::vector<FolderFile> files =
      TidyFolder(folder_, kSuffix, [](absl::string_view path) { return absl::StrContains(path, kUnfinished); });
  for (size_t i = 0; i + kMaxFiles < files.size(); ++i) unlink(files[i].path.c_str());
}

KernelTuning StoredOrDefaultTuning(const Device& device, DotPath dot) {
  const TuningStore store(TuningStore::DefaultFolder());
  const absl::StatusOr<StoredTuning> stored = store.Load(device, dot);
  if (stored.ok()) {
    LogInfo("tuning_used", {{"device", device.name}, {"measured", stored->measured}, {"file", store.Path(device)}});
    return stored->tuning;
  }
  if (!absl::IsNotFound(stored.status())) LogWarning("tuning_ignored", {{"reason", stored.status().message()}});
  return KernelTuningFor(device, dot);
}

std::string StoredTuningText(const absl::StatusOr<StoredTuning>& stored) {
  if (absl::IsNotFound(stored.status())) return "none; ferro tune measures one";
  if (!stored.ok()) return absl::StrCat("ignored: ", stored.status().message());
  std::string text = absl::StrCat("measured ", stored->measured, " for ", stored->model);
  for (const TuningGain& gain : stored->gains) {
    if (gain.tuned_ms <= 0) continue;
    absl::StrAppendFormat(&text, ", %s %.0f %% faster", gain.what, (gain.default_ms / gain.tuned_ms - 1) * 100);
  }
  return text;
}

}  // namespace ferro::opencl

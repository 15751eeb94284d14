#include "engine/models/testing/hollow_model.h"

#include <cstring>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/models/testing/synthetic_lfm2.h"

namespace ferro {

absl::StatusOr<std::unique_ptr<HollowModel>> HollowModel::Create(absl::string_view shape_name) {
  FERRO_ASSIGN_OR_RETURN(SyntheticLfm2 shape, SyntheticByName(shape_name));
  shape.zeros = true;
  int64_t bytes = 0;
  FERRO_ASSIGN_OR_RETURN(const std::string header, SyntheticModel(shape, nullptr).SerializeHeader(&bytes));
  std::unique_ptr<HollowModel> model(new HollowModel(ZeroPages(static_cast<size_t>(bytes))));
  if (model->pages_.bytes().empty()) {
    return absl::ResourceExhaustedError(absl::StrCat("no address space for the ", bytes, " bytes of ", shape_name));
  }
  std::memcpy(model->pages_.bytes().data(), header.data(), header.size());
  FERRO_ASSIGN_OR_RETURN(model->file_, GgufFile::Parse(model->pages_.bytes(), std::string(shape_name)));
  return model;
}

}  // namespace ferro

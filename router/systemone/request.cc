#include "router/systemone/request.h"

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "router/systemone/media_fields.h"

namespace ferro::router {
namespace {

using decide::v1::Criterion;
using decide::v1::DecideItem;
using decide::v1::DecideRequest;
using decide::v1::Question;

constexpr size_t kMinLevels = 2;
constexpr size_t kMaxLevels = 10;

// Null if absent.
const Json* Find(const Json& object, const char* key) {
  const auto it = object.find(key);
  return it == object.end() ? nullptr : &*it;
}

void SetCriterion(const std::string& key, const Json& description, Criterion* criterion) {
  criterion->set_key(key);
  if (!description.is_null()) criterion->set_description_json(DumpJson(description));
}

absl::Status ReadChoice(const Json* criteria, Question* question) {
  if (criteria == nullptr || !criteria->is_object() || criteria->empty()) {
    return absl::InvalidArgumentError("\"criteria\" must be a non-empty object");
  }
  if (criteria->size() > kMaxSystemoneOptions) {
    return absl::InvalidArgumentError(
        absl::StrCat("too many options (", criteria->size(), "), this model supports at most ", kMaxSystemoneOptions));
  }
  for (const auto& [key, description] : criteria->items()) {
    SetCriterion(key, description, question->mutable_choice()->add_options());
  }
  return absl::OkStatus();
}

absl::Status ReadScore(const Json* criteria, Question* question) {
  if (criteria == nullptr || !criteria->is_array() || criteria->size() < kMinLevels || criteria->size() > kMaxLevels) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"criteria\" must be an array of ", kMinLevels, " to ", kMaxLevels, " levels"));
  }
  for (const Json& level : *criteria) question->mutable_score()->add_levels_json(DumpJson(level));
  return absl::OkStatus();
}

// Which key stands for which outcome is the service's business; what can be neither stays here.
absl::Status ReadNoul(const Json* criteria, Question* question) {
  decide::v1::NoulQuestion* const noul = question->mutable_noul();
  if (criteria == nullptr || criteria->is_null()) return absl::OkStatus();
  if (!criteria->is_object()) return absl::InvalidArgumentError("\"criteria\" must be an object");
  for (const char* key : {"false", "no", "true", "yes"}) {
    if (const Json* description = Find(*criteria, key)) SetCriterion(key, *description, noul->add_criteria());
  }
  return absl::OkStatus();
}

absl::Status ReadQuestion(const Json& json, Question* question) {
  if (!json.is_object()) return absl::InvalidArgumentError("must be an object");
  const Json* const instructions = Find(json, "instructions");
  if (instructions == nullptr || instructions->is_null()) {
    return absl::InvalidArgumentError("\"instructions\" must be provided");
  }
  question->set_instructions_json(DumpJson(*instructions));
  const Json* const type_json = Find(json, "type");
  const std::string type = type_json != nullptr && type_json->is_string() ? type_json->get<std::string>() : "";
  const Json* const criteria = Find(json, "criteria");
  if (type == "choice") return ReadChoice(criteria, question);
  if (type == "score") return ReadScore(criteria, question);
  if (type == "noul") return ReadNoul(criteria, question);
  return absl::InvalidArgumentError("\"type\" must be one of: choice, score, noul");
}

// `questions_left` falls by the number of questions.
absl::Status ReadRequest(const Json& json, size_t* questions_left, DecideItem* item) {
  const Json* const state = json.is_object() ? Find(json, "state") : nullptr;
  if (state == nullptr) return absl::InvalidArgumentError("\"state\" must be provided");
  const Json* const questions = Find(json, "questions");
  if (questions == nullptr || !questions->is_object() || questions->empty()) {
    return absl::InvalidArgumentError("\"questions\" must be a non-empty object");
  }
  if (questions->size() > *questions_left) {
    return absl::InvalidArgumentError(absl::StrCat("too many questions, a call may have at most ",
                                                   kMaxSystemoneQuestions, "; send them in several calls"));
  }
  *questions_left -= questions->size();
  for (const auto& [id, question_json] : questions->items()) {
    Question* const question = item->add_questions();
    question->set_id(id);
    FERRO_RETURN_IF_ERROR(Annotate(ReadQuestion(question_json, question), absl::StrCat("questions.", id)));
  }
  FERRO_RETURN_IF_ERROR(RefuseMedia(json));
  item->set_state_json(DumpJson(*state));
  return absl::OkStatus();
}

absl::Status ReadArray(const Json& array, DecideRequest* request) {
  if (array.empty()) return absl::InvalidArgumentError("the array of requests must not be empty");
  size_t questions_left = kMaxSystemoneQuestions;
  for (size_t i = 0; i < array.size(); ++i) {
    FERRO_RETURN_IF_ERROR(
        Annotate(ReadRequest(array[i], &questions_left, request->add_items()), absl::StrCat("requests[", i, "]")));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<SystemoneCall> ParseSystemone(absl::string_view body) {
  FERRO_ASSIGN_OR_RETURN(const Json json, ParseJson(body, kMaxSystemoneDepth));
  SystemoneCall call;
  call.is_array = json.is_array();
  if (call.is_array) {
    FERRO_RETURN_IF_ERROR(ReadArray(json, &call.request));
  } else {
    size_t questions_left = kMaxSystemoneQuestions;
    FERRO_RETURN_IF_ERROR(ReadRequest(json, &questions_left, call.request.add_items()));
  }
  return call;
}

}  // namespace ferro::router

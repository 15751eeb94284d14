#include "services/decide/convert.h"

#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "services/common/convert.h"

namespace ferro {
namespace {

using decide::v1::Question;

// Where an error is: the field's path for programs, the words in front of the message for people.
struct Place {
  std::string field;
  std::string words;

  Place Below(const std::string& name) const { return {absl::StrCat(field, ".", name), words}; }
  absl::Status Error(const std::string& message) const { return InvalidField(field, absl::StrCat(words, message)); }
};

absl::StatusOr<Json> Parse(const std::string& text, const Place& place) {
  absl::StatusOr<Json> json = ParseJson(text, kMaxDecisionJsonDepth);
  if (!json.ok()) return place.Error(std::string(json.status().message()));
  return json;
}

absl::Status AddCriteria(const google::protobuf::RepeatedPtrField<decide::v1::Criterion>& from, const Place& place,
                         DecisionQuestion& to) {
  for (int i = 0; i < from.size(); ++i) {
    DecisionCriterion& criterion = to.criteria.emplace_back();
    criterion.key = from[i].key();
    if (from[i].description_json().empty()) continue;  // null
    FERRO_ASSIGN_OR_RETURN(
        criterion.description,
        Parse(from[i].description_json(), {absl::StrCat(place.field, "[", i, "].description_json"), place.words}));
  }
  return absl::OkStatus();
}

absl::Status CheckDistinct(const DecisionQuestion& question, const Place& place) {
  std::set<std::string> keys;
  for (const DecisionCriterion& criterion : question.criteria) {
    if (!keys.insert(criterion.key).second) return place.Error(absl::StrCat("two options \"", criterion.key, "\""));
  }
  return absl::OkStatus();
}

absl::StatusOr<DecisionQuestion> QuestionFromProto(const Question& from, const Place& place) {
  DecisionQuestion to;
  FERRO_ASSIGN_OR_RETURN(to.instructions, Parse(from.instructions_json(), place.Below("instructions_json")));
  switch (from.question_case()) {
    case Question::kChoice:
      to.type = DecisionType::kChoice;
      FERRO_RETURN_IF_ERROR(AddCriteria(from.choice().options(), place.Below("choice.options"), to));
      FERRO_RETURN_IF_ERROR(CheckDistinct(to, place.Below("choice.options")));
      return to;
    case Question::kScore:
      to.type = DecisionType::kScore;
      for (int i = 0; i < from.score().levels_json_size(); ++i) {
        FERRO_ASSIGN_OR_RETURN(
            to.criteria.emplace_back().description,
            Parse(from.score().levels_json(i), place.Below(absl::StrCat("score.levels_json[", i, "]"))));
      }
      return to;
    case Question::kNoul:
      to.type = DecisionType::kNoul;
      FERRO_RETURN_IF_ERROR(AddCriteria(from.noul().criteria(), place.Below("noul.criteria"), to));
      return to;
    case Question::QUESTION_NOT_SET:
      break;
  }
  return place.Error("\"type\" must be one of: choice, score, noul");
}

void Fill(const Question& question, const DecisionAnswer& from, decide::v1::Answer* to) {
  switch (from.type) {
    case DecisionType::kChoice: {
      decide::v1::ChoiceAnswer* choice = to->mutable_choice();
      choice->set_choice(question.choice().options(from.best).key());
      for (size_t i = 0; i < from.probabilities.size(); ++i) {
        decide::v1::OptionProbability* option = choice->add_probabilities();
        option->set_option(question.choice().options(static_cast<int>(i)).key());
        option->set_probability(from.probabilities[i]);
      }
      choice->set_confidence(from.confidence);
      return;
    }
    case DecisionType::kScore:
      to->mutable_score()->set_score(from.expected);
      to->mutable_score()->mutable_probabilities()->Add(from.probabilities.begin(), from.probabilities.end());
      to->mutable_score()->set_confidence(from.confidence);
      return;
    case DecisionType::kNoul:
      to->mutable_noul()->set_probability(from.expected);
      return;
  }
}

void Fill(const PromptTruncation& from, decide::v1::Truncation* to) {
  to->set_state_bytes(static_cast<int64_t>(from.state_bytes));
  to->set_instructions_bytes(static_cast<int64_t>(from.question_bytes));
  to->set_option_bytes(static_cast<int64_t>(from.option_bytes));
  to->set_options(from.options);
}

void Fill(const DecisionProvenance& from, decide::v1::Provenance* to) {
  to->set_model_hash(from.model_hash);
  to->set_calibration_version(from.calibration_version);
  to->set_prompt_template_sha256(from.prompt_template_sha256);
  to->set_token_set_hash(from.token_set_hash);
  to->set_backend(from.backend);
  to->set_precision(from.precision);
}

}  // namespace

absl::StatusOr<DecisionRequest> FromProto(const decide::v1::DecideRequest& request) {
  DecisionRequest to;
  to.keep_prompts = request.dump_prompts();
  for (int i = 0; i < request.items_size(); ++i) {
    const decide::v1::DecideItem& from = request.items(i);
    const Place item = {absl::StrCat("items[", i, "]"),
                        request.items_size() == 1 ? "" : absl::StrCat("requests[", i, "]: ")};
    if (from.media_size() > 0) {
      return absl::UnimplementedError(
          "This server does not support image input for decisions. For a model that supports it, start it with "
          "`--mmproj`");
    }
    DecisionItem& added = to.items.emplace_back();
    Place state = item.Below("state_json");
    state.words += "state: ";
    FERRO_ASSIGN_OR_RETURN(added.state, Parse(from.state_json(), state));
    for (int j = 0; j < from.questions_size(); ++j) {
      const Place question = {absl::StrCat(item.field, ".questions[", j, "]"),
                              absl::StrCat(item.words, "questions.", from.questions(j).id(), ": ")};
      AskedQuestion& asked = added.questions.emplace_back();
      asked.id = from.questions(j).id();
      FERRO_ASSIGN_OR_RETURN(asked.question, QuestionFromProto(from.questions(j), question));
    }
  }
  return to;
}

decide::v1::DecideResponse ToProto(const decide::v1::DecideRequest& request, const DecisionReply& reply,
                                   const std::function<std::string(const DecisionPrompt&)>& prompt_text) {
  decide::v1::DecideResponse to;
  for (size_t i = 0; i < reply.items.size(); ++i) {
    decide::v1::DecideResult* result = to.add_results();
    for (size_t j = 0; j < reply.items[i].size(); ++j) {
      const AnsweredQuestion& from = reply.items[i][j];
      const Question& question = request.items(static_cast<int>(i)).questions(static_cast<int>(j));
      decide::v1::Answer* answer = result->add_answers();
      answer->set_id(question.id());
      Fill(question, from.answer, answer);
      answer->set_input_tokens(from.input_tokens);
      if (from.truncation.any()) Fill(from.truncation, answer->mutable_truncation());
      if (!from.prompt) continue;
      decide::v1::Prompt* prompt = answer->mutable_prompt();
      prompt->set_text(prompt_text(*from.prompt));
      prompt->mutable_tokens()->Add(from.prompt->tokens.begin(), from.prompt->tokens.end());
      prompt->mutable_markers()->Add(from.prompt->markers.begin(), from.prompt->markers.end());
    }
  }
  Fill(reply.provenance, to.mutable_provenance());
  to.mutable_timings()->set_queue_ms(reply.timings.queue_ms);
  to.mutable_timings()->set_prompt_ms(reply.timings.prompt_ms);
  to.mutable_timings()->set_compute_ms(reply.timings.compute_ms);
  return to;
}

common::v1::ModelInfo ToProto(const DecisionModelInfo& from) {
  common::v1::ModelInfo to = ToProto(from.file);
  to.set_id(from.id);
  to.set_vocabulary(from.vocabulary);
  to.set_context(from.context);
  to.set_device(from.device);
  to.set_fingerprint(from.fingerprint);
  to.set_chat_template(from.prompt_template);
  to.set_loaded_at(absl::ToUnixSeconds(from.loaded_at));
  return to;
}

admin::v1::Plan ToProto(const DecisionMemory& from) {
  admin::v1::Plan to;
  to.set_weights_bytes(from.weights);
  to.set_scratch_bytes(from.activations);
  to.set_total_bytes(from.total());
  return to;
}

}  // namespace ferro

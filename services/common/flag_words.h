// Options that are chosen by a word.
#ifndef FERRO_SERVICES_COMMON_FLAG_WORDS_H_
#define FERRO_SERVICES_COMMON_FLAG_WORDS_H_

#include <map>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace ferro {

// Turns words into values, and shows only the words in the help.
template <class T>
CLI::Validator Words(const std::map<std::string, T>& choices) {
  std::vector<std::string> words;
  for (const auto& [word, value] : choices) words.push_back(word);
  return CLI::Validator(
      [choices, words](std::string& word) {
        const auto choice = choices.find(word);
        if (choice == choices.end()) return absl::StrCat(word, " is none of ", absl::StrJoin(words, ", "));
        word = CLI::detail::value_string(choice->second);
        return std::string();
      },
      absl::StrCat("{", absl::StrJoin(words, ","), "}"));
}

template <class T>
void AddChoice(CLI::App& app, const std::string& name, T& value, const std::string& help,
               const std::map<std::string, T>& choices, const std::string& shown_default) {
  app.add_option(name, value, help)->transform(Words(choices))->type_name("WORD")->default_str(shown_default);
}

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_FLAG_WORDS_H_

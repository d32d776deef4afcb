// What rows of spec/spellings are made of: see choices.h.
#include "spec/spellings/choices.h"
#include <cctype>

namespace warplaw::spec {
namespace {

std::vector<Choice> wordsOf(std::string_view cell, std::span<const std::string_view> names, std::uint64_t values,
                            bool small) {
  std::vector<Choice> choices;
  for (std::size_t value = 0; value < names.size(); ++value) {
    if (!(values >> value & 1))
      continue;
    std::string word(names[value]);
    for (char& c : word)
      if (small)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    choices.push_back({word, {{cell, value}}});
  }
  return choices;
}

} // namespace

std::vector<Choice> inSmallLetters(std::string_view cell, std::span<const std::string_view> names,
                                   std::uint64_t values) {
  return wordsOf(cell, names, values, true);
}

std::vector<Choice> asOurs(std::string_view cell, std::span<const std::string_view> names, std::uint64_t values) {
  return wordsOf(cell, names, values, false);
}

Slot mnemonic(std::string word, std::string_view rule) { return {"mnemonic", rule, {{std::move(word), {}}}}; }

Slot fixedWord(std::string_view what, std::string_view rule, std::string_view word) {
  return {what, rule, {{std::string(word), {}}}};
}

} // namespace warplaw::spec

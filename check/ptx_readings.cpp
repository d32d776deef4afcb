#include "check/ptx_readings.h"
#include "symbolic/encodings/scalar_misreadings.h"
#include "symbolic/terms/evaluate.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplaw::check {
namespace {
using spec::scalar::Form;
using spec::scalar::Kind;
using spec::scalar::Modes;
using spec::scalar::onesOf;
using spec::scalar::Type;
using spec::scalar::Word;
namespace scalar = symbolic::scalar;

Word read(const scalar::Misreading& misreading, const Form& form, Modes modes, std::span<const Word> sources) {
  symbolic::Terms terms;
  scalar::Input input{form, modes, {}};
  for (unsigned i = 0; i < form.sources(); ++i)
    input.source[i] = terms.constant(form.source(i, modes).width(), sources[i]);
  const symbolic::Term result = misreading.wrong(input);
  return static_cast<Word>(symbolic::evaluate({&result, 1}, {}).front());
}

// ---- beside those that are stated for proofs: what processors give, and PTX's own C code without its first line

/// An empty field is filled with the bit below it.
std::optional<Word> signBelowEmpty(const Form& form, Modes, std::span<const Word> sources, Word right) {
  const Type type = form.typeOfT();
  if (form.operation->mnemonic() != "bfe" || !type.isSigned())
    return std::nullopt;
  const unsigned top = std::min<unsigned>((sources[1] & 255) - 1, type.bits - 1U);
  return sources[2] & 255 ? right : (sources[0] >> top & 1) * onesOf(type.bits);
}

bool isNan(Type type, Word word) {
  const unsigned fraction = type.kind == Kind::BrainFloat ? 7 : type.bits == 64 ? 52 : type.bits == 32 ? 23 : 10;
  const Word magnitude = word & onesOf(type.bits - 1U);
  return magnitude > onesOf(type.bits - 1U) >> fraction << fraction;
}

/// The number that a word of f32 or f64 stands for.
double numberIn(Type type, Word word) {
  return type.bits == 64 ? std::bit_cast<double>(word) : std::bit_cast<float>(static_cast<std::uint32_t>(word));
}

/// x86's MINSS and MAXSS, and C's `a < b ? a : b`.
std::optional<Word> secondOfNan(const Form& form, Modes modes, std::span<const Word> sources, Word right) {
  const Type type = form.source(0, modes);
  const std::string_view mnemonic = form.operation->mnemonic();
  if ((mnemonic != "min" && mnemonic != "max") || !type.isFloat() || type.isPacked())
    return std::nullopt;
  return isNan(type, sources[0]) || isNan(type, sources[1]) ? sources[1] : right;
}

/// x86's CVTTSS2SI.
std::optional<Word> leastOutOfRange(const Form& form, Modes modes, std::span<const Word> sources, Word right) {
  const Type from = form.source(0, modes), to = form.result(modes);
  if (form.operation->mnemonic() != "cvt" || !to.isSigned() || !from.isFloat() || from.bits < 32 || from.isPacked())
    return std::nullopt;
  const double number = numberIn(from, sources[0]), least = std::ldexp(-1.0, to.bits - 1);
  return std::isnan(number) || number < least || number >= -least ? Word{1} << (to.bits - 1) : right;
}

struct ForeignReading {
  std::string_view name;
  /// The result of the reading; nothing for operations that it is not about.
  std::optional<Word> (*read)(const Form& form, Modes modes, std::span<const Word> sources, Word right);
};
constexpr ForeignReading kForeign[] = {{"the-sign-of-nothing", signBelowEmpty},
                                       {"the-second-where-one-is-NaN", secondOfNan},
                                       {"the-least-where-it-does-not-fit", leastOutOfRange}};

} // namespace

std::vector<std::string> PtxReadings::namesOf(std::span<const PtxAnswer> answers) const {
  std::vector<std::string> names;
  const auto add = [&](std::string_view name, const auto& gives) {
    if (std::ranges::all_of(answers, gives))
      names.push_back(fmt::format("{} ({})", name, fmt::join(form_.operation->rules, ", ")));
  };
  for (const scalar::Misreading& misreading : scalar::misreadings())
    if (misreading.symbol == form_.operation->symbol)
      add(misreading.name,
          [&](const PtxAnswer& answer) { return read(misreading, form_, modes_, answer.sources) == answer.result; });
  for (const ForeignReading& foreign : kForeign)
    add(foreign.name, [&](const PtxAnswer& answer) {
      return foreign.read(form_, modes_, answer.sources, answer.right) == answer.result;
    });
  return names;
}

} // namespace warplaw::check

// From words to integers and back: each part of packed sources stands for itself.
#include "plain/scalar.h"
#include "plain/scalar_rows.h"
#include <algorithm>
#include <cassert>

namespace warplaw::plain {
namespace {
using spec::scalar::Form;
using spec::scalar::Modes;

RowFunction functionOf(std::string_view symbol) {
  struct Named {
    std::string_view symbol;
    RowFunction function;
  };
#define WARPLAW_SCALAR(symbol, types, opcode, operands, rules) {#symbol, rows::symbol},
  static constexpr Named kAll[] = {
#include "spec/scalar/floats.def"
#include "spec/scalar/integers.def"
  };
#undef WARPLAW_SCALAR
  const auto* const found = std::ranges::find(kAll, symbol, &Named::symbol);
  assert(found != std::end(kAll) && "an operation is a row");
  return found->function;
}

Type onePart(Type type) {
  type.parts = 1;
  return type;
}

std::vector<std::string_view> modifiersOf(const Form& form, Modes modes) {
  std::vector<std::string_view> taken;
  taken.reserve(form.operation->groups.size());
  for (unsigned group = 0; group < form.operation->groups.size(); ++group)
    taken.push_back(form.operation->groups[group][spec::scalar::modeOf(modes, group)]);
  return taken;
}

/// Part `part` of a word as its type has it; a source that is not packed is the same for each part.
Integer partOf(Word word, const Type& type, unsigned part) {
  const Integer natural = bits(Integer(word), type.isPacked() ? part * type.bits : 0, type.bits);
  return type.isSigned() ? signedOf(natural, type.bits) : natural;
}

Call callOf(const Form& form, Modes modes, std::span<const Word> sources, unsigned part) {
  Call call{onePart(form.typeOfT()), {}, {}, modifiersOf(form, modes)};
  for (unsigned i = 0; i < sources.size(); ++i) {
    const Type type = form.source(i, modes);
    call.source[i] = partOf(sources[i], type, part);
    call.sourceTypes[i] = onePart(type);
  }
  return call;
}

/// How often the row's function is called: once, but for each part of packed sources.
unsigned callsOf(const Form& form, Modes modes) {
  unsigned most = 1;
  for (unsigned i = 0; i < form.sources(); ++i)
    most = std::max<unsigned>(most, form.source(i, modes).parts);
  return most;
}

} // namespace

bool Call::has(std::string_view modifier) const { return std::ranges::find(modifiers, modifier) != modifiers.end(); }

Word scalar(const Form& form, Modes modes, std::span<const Word> sources) {
  assert(form.isLegal(modes) && sources.size() == form.sources());
  const RowFunction function = functionOf(form.operation->symbol);
  const unsigned calls = callsOf(form, modes);
  const unsigned width = form.result(modes).width() / calls;
  Integer result = 0;
  for (unsigned part = 0; part < calls; ++part)
    result += modulo(function(callOf(form, modes, sources, part)), power(width)) * power(part * width);
  return static_cast<Word>(result);
}

} // namespace warplaw::plain

// ShippedReaders: see readers.h. From an instruction's signature follows all that it asks of its executor.
#include "concrete/entries.h"
#include "concrete/signature.h"
#include "explained.h" // generated: explained/<name>.h of each instruction that has one
#include "fuzz/explained/sync.h"
#include "fuzz/placement.h"
#include "fuzz/readers.h"
#include "signatures.h" // generated: of all instructions
#include <cassert>
#include <type_traits>

namespace warplaw::fuzz {
/// The explanation of an instruction that needs no columns; the others' functions are better matches. It stands in the
/// same namespace as those: in a namespace of its own it would hide them.
template <class Modifiers, class Choices>
static Explanation explained(const Modifiers&, const spec::Operands&, const Choices&, std::uint32_t,
                             const spec::SurroundingCells&) {
  return {};
}

namespace {

template <class OfInstruction> constexpr bool kHasMemory = false;
template <class Form, class Modifiers, class Choices, class... Parts>
constexpr bool kHasMemory<concrete::Signature<Form, Modifiers, Choices, Parts...>> =
    ((std::is_same_v<Parts, spec::SharedBytes> || std::is_same_v<Parts, spec::GenericBytes>) || ...);

/// Its maker of plans and that of its modifiers.
template <class S, auto makePlan, auto makeModifiers> struct Shipped {
  static spec::Plan planOf(const spec::Form& form, const spec::Choices& choices) {
    spec::Plan plan;
    makePlan(&form.as<typename S::Form>(), &choices.as<typename S::Choices>(), &plan);
    return plan;
  }
  static Explanation explain(const spec::Case& c) {
    const spec::Form& form = c.instruction.form;
    typename S::Modifiers modifiers;
    makeModifiers(&form.as<typename S::Form>(), &modifiers);
    return explained(modifiers, fetchPlainly(c, planOf(form, c.choices)), c.choices.as<typename S::Choices>(),
                     static_cast<std::uint32_t>(c.memory.size()), c.cells);
  }
};

struct Row {
  spec::Plan (*planOf)(const spec::Form& form, const spec::Choices& choices);
  Explanation (*explain)(const spec::Case& c);
  bool hasMemory;
};
const Row& readerOf(spec::Mnemonic mnemonic) {
  switch (mnemonic) {
#define WARPLAW_INSTRUCTION(Camel, folder, text)                                                                       \
  case spec::Mnemonic::Camel: {                                                                                        \
    using S = Shipped<concrete::Camel##Signature, concrete::warplaw_##folder##_plan,                                   \
                      concrete::warplaw_##folder##_modifiers>;                                                         \
    static constexpr Row kRow{S::planOf, S::explain, kHasMemory<concrete::Camel##Signature>};                          \
    return kRow;                                                                                                       \
  }
#include "linked_instructions.def" // generated
#undef WARPLAW_INSTRUCTION
  default:
    break;
  }
  assert(false && "linked");
  __builtin_unreachable();
}

} // namespace

spec::Plan ShippedReaders::planOf(const spec::Form& form, const spec::Choices& choices) {
  return readerOf(form.mnemonic()).planOf(form, choices);
}
bool ShippedReaders::hasMemory(spec::Mnemonic mnemonic) { return readerOf(mnemonic).hasMemory; }
Explanation ShippedReaders::explain(const spec::Case& c) { return readerOf(c.instruction.mnemonic()).explain(c); }

} // namespace warplaw::fuzz

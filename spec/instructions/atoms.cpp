// ATOMS as text and as legal fields (ATOMS-1, -3, -8, -11, MACH-3).
#include "spec/instructions/atoms.h"
#include "spec/instructions/atoms_choices.h"
#include "spec/row.h"
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

constexpr std::uint32_t kImmBits = 24;
constexpr std::int64_t kImmMask = (1 << kImmBits) - 1;
constexpr std::int64_t kLeastSigned = -(1 << (kImmBits - 1));
constexpr std::int64_t kGreatestSigned = (1 << (kImmBits - 1)) - 4;
constexpr std::int64_t kGreatestUnsigned = (1 << kImmBits) - 4;

constexpr unsigned bit(AtomsSize size) { return 1u << static_cast<unsigned>(size); }
constexpr unsigned k32 = bit(AtomsSize::U32) | bit(AtomsSize::S32);
constexpr unsigned kAll = k32 | bit(AtomsSize::U64);

/// ATOMS-1's table of legal pairs, in the order of AtomsOp.
struct OpRow {
  std::string_view name;
  unsigned sizes; ///< bit(AtomsSize) each
  bool hasSwap;   ///< takes Rc
};
constexpr OpRow kOps[] = {{"ADD", k32, false},
                          {"MIN", k32, false},
                          {"MAX", k32, false},
                          {"INC", bit(AtomsSize::U32), false},
                          {"DEC", bit(AtomsSize::U32), false},
                          {"AND", k32, false},
                          {"OR", k32, false},
                          {"XOR", k32, false},
                          {"EXCH", kAll, false},
                          {"CAS", kAll, true},
                          {"CAST", kAll, true},
                          {"CAST.SPIN", kAll, true}};
constexpr std::string_view kSizeNames[] = {"U32", "S32", "U64"};

const OpRow& rowOfOp(AtomsOp op) { return kOps[static_cast<unsigned>(op)]; }
std::string_view nameOfSize(AtomsSize size) { return kSizeNames[static_cast<unsigned>(size)]; }

std::string legalSizes(const OpRow& op) {
  std::string list;
  for (unsigned size = 0; size < std::size(kSizeNames); ++size)
    if (op.sizes >> size & 1)
      list += fmt::format("{}.{}", list.empty() ? "" : ", ", kSizeNames[size]);
  return list;
}

/// Where each field stood in the text; all zero for fields that came from elsewhere.
struct Places {
  std::size_t op = 0, size = 0, rd = 0, imm = 0, rb = 0, rc = 0;
};

bool isPair(Register reg) { return reg.isZero() || (reg.index % 2 == 0 && reg.index <= 252); }
constexpr std::string_view kPairs = "an even register, R0..R252, or RZ";

/// Rd's high word is written by every 64-bit form but CAST, whose flag may take one register (ATOMS-9).
bool returnsPair(const AtomsForm& form) {
  return form.size == AtomsSize::U64 && form.op != AtomsOp::Cast && form.op != AtomsOp::CastSpin;
}

/// {Rb, Rc} of CAS and CAST (ATOMS-8).
Result<void> checkSwapPair(const AtomsForm& form, const Places& at) {
  const bool wide = form.size == AtomsSize::U64;
  const unsigned step = wide ? 2 : 1;
  if (form.rb.isZero() || form.rb.index % (2 * step) != 0)
    return Rejection{"ATOMS-8", fmt::format("Rb = {} does not begin an aligned {{Rb, Rc}}", print(form.rb)),
                     wide ? "R0, R4, .. R252" : "an even register, R0..R254", at.rb};
  const unsigned next = form.rb.index + step;
  if (form.rc.isZero() || (form.rc.index == next && next + step <= kRegisters))
    return {};
  return Rejection{"ATOMS-8", fmt::format("Rc = {} does not follow Rb = {}", print(form.rc), print(form.rb)),
                   next + step <= kRegisters ? fmt::format("R{} or RZ", next) : "RZ", at.rc};
}

Result<void> checkRegisters(const AtomsForm& form, const Places& at) {
  if (returnsPair(form) && !isPair(form.rd))
    return Rejection{"MACH-3", fmt::format("Rd = {} begins no 64-bit pair", print(form.rd)), std::string(kPairs),
                     at.rd};
  if (rowOfOp(form.op).hasSwap)
    return checkSwapPair(form, at);
  if (form.size == AtomsSize::U64 && !isPair(form.rb))
    return Rejection{"MACH-3", fmt::format("Rb = {} begins no 64-bit pair", print(form.rb)), std::string(kPairs),
                     at.rb};
  if (!form.rc.isZero())
    return Rejection{"ATOMS-8", "only CAS and CAST take Rc", "RZ", at.rc};
  return {};
}

Result<void> checkPair(const AtomsForm& form, const Places& at) {
  const OpRow& op = rowOfOp(form.op);
  if (op.sizes & bit(form.size))
    return {};
  return Rejection{"ATOMS-1", fmt::format("ATOMS.{} has no .{}", op.name, nameOfSize(form.size)), legalSizes(op),
                   at.size};
}

Result<void> checkFields(const AtomsForm& form, const Places& at) {
  if (auto legal = checkPair(form, at); !legal)
    return legal;
  if (form.imm24 % 4 != 0)
    return Rejection{"ATOMS-3", "the offset is no multiple of 4", "a multiple of 4", at.imm};
  return checkRegisters(form, at);
}

// ---- text

std::string opList() {
  std::string list;
  for (const OpRow& op : kOps)
    list += fmt::format("{}.{}", list.empty() ? "" : ", ", op.name);
  return list;
}

AtomsOp readOp(Cursor& cursor, Modifiers& modifiers) {
  const Word word = modifiers.take();
  for (unsigned op = 0; op < std::size(kOps); ++op) {
    if (word.text != kOps[op].name)
      continue;
    const auto found = static_cast<AtomsOp>(op);
    return found == AtomsOp::Cast && modifiers.takeIf("SPIN") ? AtomsOp::CastSpin : found;
  }
  cursor.reject(word.position, "ATOMS-1",
                word.text.empty() ? "the operation is missing"
                                  : fmt::format("{} is no operation of ATOMS", quoted(word.text)),
                opList());
  return AtomsOp::Add;
}

/// Omitted = U32; .32 = .U32 and .64 = .U64 (ATOMS-1).
AtomsSize readSize(Cursor& cursor, Modifiers& modifiers, AtomsOp op) {
  if (modifiers.empty() || modifiers.takeIf("32"))
    return AtomsSize::U32;
  if (modifiers.takeIf("64"))
    return AtomsSize::U64;
  for (unsigned size = 0; size < std::size(kSizeNames); ++size)
    if (modifiers.takeIf(kSizeNames[size]))
      return static_cast<AtomsSize>(size);
  const Word word = modifiers.take();
  cursor.reject(word.position, "ATOMS-1", fmt::format("{} is no size of ATOMS.{}", quoted(word.text), rowOfOp(op).name),
                legalSizes(rowOfOp(op)));
  return AtomsSize::U32;
}

/// The raw 24 bits; the range depends on the form of address (ATOMS-3).
void readOffset(Cursor& cursor, AtomsForm& form, Places& at) {
  const AddressText address = readAddress(cursor, "address");
  at.imm = address.offsetPosition;
  form.hasBase = address.hasBase;
  form.ra = address.base;
  const std::int64_t least = form.hasBase ? kLeastSigned : 0;
  const std::int64_t greatest = form.ra.isZero() ? kGreatestUnsigned : kGreatestSigned;
  if (address.offset < least || address.offset > greatest)
    cursor.reject(at.imm, "ATOMS-3", "the offset is out of range",
                  fmt::format("multiples of 4, {}..{}", least, greatest));
  form.imm24 = static_cast<std::uint32_t>(address.offset & kImmMask);
}

/// Rc, mandatory for CAS and CAST: what its absence would mean is not known (ATOMS-8), so it is not guessed.
void readSwap(Cursor& cursor, AtomsForm& form, Places& at) {
  const OpRow& op = rowOfOp(form.op);
  at.rc = cursor.place();
  const bool present = cursor.accept(',');
  if (present && !op.hasSwap)
    cursor.reject(at.rc, "ATOMS-8", fmt::format("ATOMS.{} takes no Rc", op.name), "the end of the operands");
  if (!present && op.hasSwap)
    cursor.reject(at.rc, "ATOMS-8", fmt::format("ATOMS.{} needs Rc", op.name), "`,` and the register after Rb, or RZ");
  if (!present)
    return;
  const auto rc = readRegister(cursor, "Rc");
  form.rc = rc.value;
  at.rc = rc.position;
}

Form parseAtoms(Cursor& cursor, Modifiers& modifiers) {
  AtomsForm form;
  Places at;
  at.op = modifiers.peek().position;
  form.op = readOp(cursor, modifiers);
  at.size = modifiers.peek().position;
  form.size = readSize(cursor, modifiers, form.op);
  rejectLeftover(cursor, modifiers, "ATOMS-1", "one operation and one size");
  if (auto legal = checkPair(form, at); !legal)
    cursor.reject(legal.error());
  const auto rd = readRegister(cursor, "Rd");
  form.rd = rd.value;
  at.rd = rd.position;
  cursor.expect(',', "after Rd");
  readOffset(cursor, form, at);
  cursor.expect(',', "after the address");
  const auto rb = readRegister(cursor, "Rb");
  form.rb = rb.value;
  at.rb = rb.position;
  readSwap(cursor, form, at);
  if (cursor.failed())
    return form;
  if (auto legal = checkFields(form, at); !legal)
    cursor.reject(legal.error());
  return form;
}

std::string nameAtoms(const Form& any) {
  const auto& form = std::get<AtomsForm>(any);
  return fmt::format("ATOMS.{}.{}", rowOfOp(form.op).name, nameOfSize(form.size));
}

/// Signed under a register, unsigned under RZ or none: as the bits will be extended (ATOMS-2).
std::string printAddress(const AtomsForm& form) {
  if (!form.hasBase)
    return fmt::format("[{}]", printHex(form.imm24));
  if (form.imm24 == 0)
    return fmt::format("[{}]", print(form.ra));
  const bool negative = !form.ra.isZero() && (form.imm24 >> (kImmBits - 1) & 1);
  const std::uint32_t magnitude = negative ? (1u << kImmBits) - form.imm24 : form.imm24;
  return fmt::format("[{} {} {}]", print(form.ra), negative ? '-' : '+', printHex(magnitude));
}

std::string printAtoms(const Form& any) {
  const auto& form = std::get<AtomsForm>(any);
  std::string text = fmt::format("{} {}, {}, {}", nameAtoms(any), print(form.rd), printAddress(form), print(form.rb));
  return rowOfOp(form.op).hasSwap ? fmt::format("{}, {}", text, print(form.rc)) : text;
}

// ---- fields

Result<void> checkAtoms(const Form& any) {
  const auto& form = std::get<AtomsForm>(any);
  if (form.op > AtomsOp::CastSpin)
    return Rejection{"ATOMS-1", "no such operation", opList()};
  if (form.size > AtomsSize::U64)
    return Rejection{"ATOMS-1", "no such size", legalSizes(rowOfOp(form.op))};
  if (form.imm24 > kImmMask)
    return Rejection{"ATOMS-3", "the offset has more than 24 bits", "0..0xfffffc"};
  if (!form.hasBase && !form.ra.isZero())
    return Rejection{"ATOMS-2", "Ra of an address without a base", "RZ"};
  return checkFields(form, {});
}

Result<void> checkAtomsShader(ShaderKind shader) {
  if (shader == ShaderKind::Compute)
    return {};
  return Rejection{"ATOMS-11", "ATOMS needs shared memory, which only compute shaders have", "compute"};
}

std::vector<NamedForm> namedAtoms() {
  std::vector<NamedForm> forms;
  for (unsigned op = 0; op < std::size(kOps); ++op) {
    for (unsigned size = 0; size < std::size(kSizeNames); ++size) {
      if (!(kOps[op].sizes >> size & 1))
        continue;
      AtomsForm form{static_cast<AtomsOp>(op), static_cast<AtomsSize>(size), {0}, true, {2}, 0, {4}, {}};
      if (kOps[op].hasSwap)
        form.rc.index = form.size == AtomsSize::U64 ? 6 : 5;
      forms.push_back({nameAtoms(form), form});
    }
  }
  return forms;
}

Result<void> checkAtomsChoices(const Choices& choices, const Form& any) {
  const auto& form = std::get<AtomsForm>(any);
  const bool isWideCast = form.size == AtomsSize::U64 && rowOfOp(form.op).hasSwap && !returnsPair(form);
  const auto& atoms = std::get<AtomsChoices>(choices);
  if (isWideCast && atoms.castPair && !isPair(form.rd))
    return Rejection{"ATOMS-9", fmt::format("castPair with Rd = {}, which begins no pair", print(form.rd)),
                     std::string(kPairs)};
  return checkAtomsChoiceFields(atoms);
}

} // namespace

const InstructionRow& atomsRow() {
  static constexpr InstructionRow kRow{
      .mnemonic = "ATOMS",
      .parse = parseAtoms,
      .print = printAtoms,
      .check = checkAtoms,
      .checkShader = checkAtomsShader,
      .namedForms = namedAtoms,
      .nameOf = nameAtoms,
      .defaultChoices = [] { return Choices(AtomsChoices{}); },
      .checkChoices = checkAtomsChoices,
      .writeChoices = writeAtomsChoices,
      .readChoices = readAtomsChoices,
  };
  return kRow;
}

} // namespace warplaw::spec

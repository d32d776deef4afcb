// Variables: their shape, names and initialisers (PTX-1, PTX-3).
#include "ptx/text/reader.h"
#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <limits>

namespace warplaw::ptx {
namespace {

constexpr std::uint64_t kMostAlignment = std::uint64_t{1} << 31;
constexpr std::size_t kMostDimensions = 32;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 62; ///< of a variable
constexpr std::uint64_t kMostPadding = std::uint64_t{1} << 20;
constexpr unsigned kWidestVector = 128; ///< bits

constexpr spec::scalar::Type kOpaqueType{spec::scalar::Kind::Bits, 64};
constexpr std::pair<std::string_view, Space> kSpaces[] = {{"reg", Space::Register}, {"global", Space::Global},
                                                          {"const", Space::Const},  {"shared", Space::Shared},
                                                          {"local", Space::Local},  {"param", Space::Param}};
constexpr std::string_view kOldTexture = "tex"; ///< `.tex .u64 t` is `.global .texref t`, whatever its type
constexpr std::string_view kOpaque[] = {"texref", "samplerref", "surfref"};

std::optional<Space> spaceNamed(const Token& token) {
  const auto* found = std::ranges::find(kSpaces, token.text, &std::pair<std::string_view, Space>::first);
  if (token.kind != Token::Kind::Dotted)
    return std::nullopt;
  if (token.text == kOldTexture)
    return Space::Global;
  return found != std::end(kSpaces) ? std::optional(found->second) : std::nullopt;
}

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > kMostBytes / b ? kMostBytes + 1 : a * b; // so large a thing is rejected, or not there
}

/// How many elements the rows below `level` have.
std::uint64_t product(const std::vector<std::uint64_t>& extents, std::size_t level) {
  std::uint64_t all = 1;
  for (; level < extents.size(); ++level)
    all = times(all, extents[level]);
  return all;
}

} // namespace

bool Reader::shapeBegins() const { return spaceNamed(current()).has_value(); }

std::uint32_t Reader::alignment() {
  const Place begin = place();
  const std::uint64_t bytes = plainInteger(".align", kMostAlignment);
  if (!std::has_single_bit(bytes))
    reject(begin, "PTX-1", fmt::format("an alignment of {} bytes", bytes), "a power of two");
  return static_cast<std::uint32_t>(bytes);
}

/// `.ptr .global .align 4`
void Reader::pointer(Variable& made) {
  made.isPointer = true;
  made.pointedSpace = spaceNamed(current());
  if (made.pointedSpace)
    lexer.advance();
  if (takeDotted("align"))
    made.pointedAlignment = alignment();
}

/// One of those that come in any order; false: none of them.
bool Reader::shapePiece(Variable& made) {
  if (atDotted("attribute")) {
    made.attributes = attributes();
  } else if (takeDotted("align")) {
    made.alignment = alignment();
  } else if (takeDotted("v2")) {
    made.vector = 2;
  } else if (takeDotted("v4")) {
    made.vector = 4;
  } else if (takeDotted("ptr")) {
    pointer(made);
  } else
    return false;
  return true;
}

Variable Reader::shape() {
  Variable made;
  const auto space = spaceNamed(current());
  if (!space)
    rejectHere("a space", ".param, .reg, .global, .const, .shared, .local");
  made.space = *space;
  made.place = place();
  const bool isOldTexture = atDotted(kOldTexture);
  lexer.advance();
  bool isTyped = false;
  while (at(Token::Kind::Dotted)) {
    if (shapePiece(made))
      continue;
    const auto type = spec::scalar::typeNamed(current().text);
    const bool isOpaque = std::ranges::find(kOpaque, current().text) != std::end(kOpaque);
    if (isTyped || (!type && !isOpaque))
      rejectHere(isTyped ? "a name" : "a type", ".align N, .v2, .v4, .ptr, and one type: .pred, .b8 to .b128, .u8 to "
                                                ".u64, .s8 to .s64, .f16, .f16x2, .bf16, .bf16x2, .f32, .f64");
    isTyped = true;
    made.opaque = isOldTexture ? "texref" : isOpaque ? current().text : "";
    made.type = isOldTexture ? kOpaqueType : type.value_or(kOpaqueType);
    lexer.advance();
  }
  if (!isTyped)
    rejectHere("a type", ".b32, .pred, ..");
  checkShape(made, made.place);
  return made;
}

void Reader::checkShape(const Variable& made, const Place& begin) const {
  const bool isPredicate = made.type == spec::scalar::kPred;
  if (isPredicate && (made.space != Space::Register || made.vector > 1))
    reject(begin, "PTX-3", "a predicate is a register of its own", ".reg .pred");
  if (made.vector * made.type.width() > kWidestVector && made.vector > 1)
    reject(begin, "PTX-3", fmt::format("a vector of {} bits", made.vector * made.type.width()), "128 bits at most");
  if (made.isPointer && made.space != Space::Param)
    reject(begin, "PTX-1", ".ptr of a variable that is no parameter", ".param");
}

void Reader::dimensions(Variable& made) {
  const Place begin = place();
  while (take("[")) {
    const bool isOpen = at("]");
    if ((isOpen && !made.dimensions.empty()) || made.dimensions.size() == kMostDimensions)
      rejectHere("a number", "no [] but the first, 32 dimensions at most");
    const Place here = place();
    made.dimensions.push_back(isOpen ? 0 : integer("a dimension"));
    if (!isOpen && made.dimensions.back() == 0)
      reject(here, "PTX-1", "a dimension of 0", "1 and more, [] for as many as are there");
    expect("]");
  }
  if (!made.dimensions.empty() && made.space == Space::Register)
    reject(begin, "PTX-1", "an array of registers", "NAME<COUNT>");
  const bool isUnsized = !made.dimensions.empty() && made.dimensions[0] == 0;
  const std::uint64_t elements = product(made.dimensions, isUnsized ? 1 : 0);
  const std::uint64_t bytes = times(elements, made.vector * ((made.type.width() + 7) / 8));
  if (bytes > kMostBytes)
    reject(begin, "PTX-1", "the array is larger than any memory", "fewer elements");
}

/// A name, and what stands behind it.
void Reader::declarator(Variable& made) {
  made.place = place();
  if (!atName())
    rejectHere("a name", "a name, _");
  made.name = nameOrHole();
  if (take("<")) {
    made.count = static_cast<std::uint32_t>(plainInteger("a count", std::numeric_limits<std::uint32_t>::max()));
    expect(">");
  }
  dimensions(made);
  if (take("="))
    initialiser(made);
}

std::vector<Variable> Reader::variables(const Linkage& linkage) {
  std::vector<Variable> all;
  Variable shared = shape();
  shared.isExtern = linkage.isExtern;
  shared.isVisible = linkage.isVisible;
  shared.isWeak = linkage.isWeak;
  shared.isCommon = linkage.isCommon;
  do {
    Variable& made = all.emplace_back(shared);
    declarator(made);
    if (made.name.empty())
      reject(made.place, "PTX-1", "a variable without a name", "a name");
    if (!made.isExtern && !made.dimensions.empty() && made.dimensions[0] == 0)
      reject(made.place, "PTX-1", fmt::format("the size of '{:.40}' is nowhere said", made.name),
             "[N], an initialiser, .extern");
    scopes.back().declare(made);
  } while (take(","));
  expect(";", ", or ;");
  return all;
}

/// `name`, `generic(name)`, `name+8`, `generic(name)+8`
Operand::Sum Reader::symbolAddress(bool& isGeneric) {
  isGeneric = current().is(Token::Kind::Word, "generic") && lexer.next().isSymbol("(");
  if (isGeneric) {
    lexer.advance();
    lexer.advance();
  }
  Operand::Sum made{std::string(word("a name, generic(NAME), a number")), 0};
  if (isGeneric)
    expect(")");
  made.offset = offset();
  return made;
}

/// A number, an address, or `0xff00(address)`: one byte of it.
Variable::Initial Reader::initial() {
  Variable::Initial made;
  if (atName()) {
    made.value = symbolAddress(made.isGeneric);
    return made;
  }
  const Place begin = place();
  const Number number = expression();
  made.value = number;
  if (!take("("))
    return made;
  const int bit = std::countr_zero(number.bits);
  if (bit % 8 != 0 || bit == 64 || number.bits >> bit != 0xff)
    reject(begin, "PTX-1", "a mask of more or less than one byte of an address", "0xff, 0xff00, .. 0xff00000000000000");
  made.maskByte = static_cast<std::uint32_t>(bit / 8);
  made.value = symbolAddress(made.isGeneric);
  expect(")");
  return made;
}

void Reader::padTo(Variable& made, std::uint64_t size) {
  padding += size - made.initial.size();
  if (padding > kMostPadding)
    reject(place(), "PTX-1", "initialisers leave out more values than this reader fills in", "values written out");
  made.initial.resize(size, Variable::Initial{});
}

/// A brace, of a dimension each; the innermost hold values. The size grows to what was said, not to the whole.
void Reader::row(Variable& made, const std::vector<std::uint64_t>& extents, std::size_t level) {
  const Deeper deeper(*this);
  const bool isInnermost = level + 1 == extents.size();
  const std::uint64_t begin = made.initial.size(), inner = product(extents, level + 1);
  expect("{", isInnermost ? "{ values }" : "{ a { .. } of each row }");
  for (std::uint64_t count = 0; !take("}"); ++count) {
    if (count != 0)
      expect(",", ", or }");
    if (extents[level] != 0 && count == extents[level])
      reject(place(), "PTX-1", fmt::format("more than {} values in a row", count), "}");
    if (isInnermost) {
      made.initial.push_back(initial());
      continue;
    }
    if (inner != 0 && count != 0)
      padTo(made, begin + count * inner);
    row(made, extents, level + 1);
  }
}

void Reader::initialiser(Variable& made) {
  if (made.space != Space::Global && made.space != Space::Const)
    reject(place(), "PTX-1", fmt::format("'{:.40}' has an initialiser", made.name),
           "variables in .global and .const have");
  made.hasInitial = true;
  std::vector<std::uint64_t> extents = made.dimensions;
  if (made.vector > 1)
    extents.push_back(made.vector);
  if (extents.empty()) {
    made.initial.push_back(initial());
    return;
  }
  row(made, extents, 0);
  if (extents[0] == 0) {
    const std::uint64_t inner = product(extents, 1);
    made.dimensions[0] = (made.initial.size() + inner - 1) / inner;
  }
}

} // namespace warplaw::ptx

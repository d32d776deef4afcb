#include "tools/exec_operation.h"
#include "concrete/scalar/scalar.h"
#include "fuzz/table.h"
#include "fuzz/unpromised.h"
#include "spec/scalar/unsaid.h"
#include "spec/spellings/undressed.h"
#include "tools/element_expression.h"
#include "tools/forms.h"
#include "tools/input.h"
#include "tools/json_line.h"
#include "tools/numbers.h"
#include "tools/scalar_operations.h"
#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <set>

namespace warplaw::tools {
namespace {
using spec::kLanes;
using spec::Rejection;
using spec::Result;
using spec::scalar::Form;
using spec::scalar::Kind;
using spec::scalar::kPred;
using spec::scalar::Modes;
using spec::scalar::Type;
using spec::scalar::Word;

constexpr std::string_view kBlanks = " \t";
constexpr const char* kAny = "any"; ///< as lane tables say it
constexpr std::string_view kOpenRule = "PTX-21";

/// A piece of the text, and where it stands.
struct Piece {
  std::string_view text;
  std::size_t position = 0;
};

Piece trimmed(Piece piece) {
  const std::size_t begin = std::min(piece.text.find_first_not_of(kBlanks), piece.text.size());
  piece.text.remove_prefix(begin);
  piece.text = piece.text.substr(0, piece.text.find_last_not_of(kBlanks) + 1);
  return {piece.text, piece.position + begin};
}

/// Guard, opcode, operands; a `;` at the end does not count.
struct Parts {
  Piece guard, opcode;
  std::vector<Piece> operands;
};
Parts partsOf(std::string_view text) {
  Parts parts;
  Piece left = trimmed({text, 0});
  if (left.text.ends_with(';'))
    left.text.remove_suffix(1);
  const auto word = [&left] {
    left = trimmed(left);
    const std::size_t end = std::min(left.text.find_first_of(kBlanks), left.text.size());
    const Piece piece{left.text.substr(0, end), left.position};
    left = trimmed({left.text.substr(end), left.position + end});
    return piece;
  };
  if (left.text.starts_with('@'))
    parts.guard = word();
  parts.opcode = word();
  while (!left.text.empty()) {
    const std::size_t vector = left.text.starts_with('{') ? left.text.find('}') : 0;
    const std::size_t comma = left.text.find(',', std::min(vector, left.text.size()));
    parts.operands.push_back(trimmed({left.text.substr(0, comma), left.position}));
    if (comma == left.text.npos)
      break;
    left = {left.text.substr(comma + 1), left.position + comma + 1};
    if (trimmed(left).text.empty())
      parts.operands.push_back(left);
  }
  return parts;
}

bool isDigits(std::string_view text) { return !text.empty() && text.find_first_not_of("0123456789") == text.npos; }

/// The width of the class that a name of a compiler's says: `%rd1` has 64 bits. 0: it says nothing.
unsigned widthOf(std::string_view name) {
  static constexpr std::pair<std::string_view, unsigned> kClasses[] = {
      {"%r", 32}, {"%rd", 64}, {"%rs", 16}, {"%f", 32}, {"%fd", 64}, {"%h", 16}, {"%hh", 32}, {"%p", 1}};
  const std::size_t end = name.find_first_of("0123456789");
  const auto* const found =
      std::ranges::find(kClasses, name.substr(0, end), &std::pair<std::string_view, unsigned>::first);
  return end != name.npos && isDigits(name.substr(end)) && found != std::end(kClasses) ? found->second : 0;
}

/// %r1 of R1 and r1, %p2 of P2: one register has one name here.
std::string nameOf(std::string_view text) {
  for (const auto& [ours, theirs] : {std::pair{"R", "%r"}, {"P", "%p"}})
    if (text.starts_with(ours) && isDigits(text.substr(1)))
      return theirs + std::string(text.substr(1));
  const std::string inPtx = "%" + std::string(text);
  return widthOf(inPtx) ? inPtx : std::string(text);
}

bool isName(std::string_view text) {
  return text.starts_with('%') || text.starts_with('_') ||
         (!text.empty() && std::isalpha(static_cast<unsigned char>(text[0])));
}
/// Registers that say something of the thread have no number behind their name, or are of these.
bool isSpecial(std::string_view name) {
  static constexpr std::string_view kNumbered[] = {"%clock", "%pm", "%envreg", "%globaltimer"};
  return name.starts_with('%') &&
         (!std::isdigit(static_cast<unsigned char>(name.back())) ||
          std::ranges::any_of(kNumbered, [&](std::string_view special) { return name.starts_with(special); }));
}
bool isRegister(std::string_view name) {
  const std::string_view rest = name.substr(name.starts_with('%'));
  const bool isWord =
      std::ranges::all_of(rest, [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '$'; });
  return !rest.empty() && isWord && !isSpecial(name);
}

std::string described(const Type& type) { return type == kPred ? "a predicate" : fmt::format(".{}", nameOf(type)); }

std::string classOf(unsigned width) { return width == 1 ? "a predicate" : fmt::format("a register of {} bits", width); }

/// A number of PTX as the type's bits: `-7`, `0x1f`, `1 << 4`, `1.5`, `0f3fc00000`. Hexadecimal digits are bits.
std::optional<Word> bitsOfText(const Type& type, std::string_view text) {
  const unsigned width = type.width();
  for (const auto& [prefix, bits] : {std::pair{"0f", 32u}, {"0F", 32u}, {"0d", 64u}, {"0D", 64u}}) {
    if (!text.starts_with(prefix) || text.size() != 2 + bits / 4)
      continue;
    Word word = 0;
    const auto read = std::from_chars(text.data() + 2, text.data() + text.size(), word, 16);
    return read.ptr == text.data() + text.size() && bits == width ? std::optional(word) : std::nullopt;
  }
  if (text.ends_with('U'))
    text.remove_suffix(1);
  if (text.starts_with("0x")) {
    const auto word = wholeNumber(text);
    return word && *word <= spec::scalar::onesOf(width) ? word : std::nullopt;
  }
  if (text.find_first_of("lit") != text.npos && !writtenNumber(text)) // a lane's number is no number
    return std::nullopt;
  const auto expression = ElementExpression::read(text);
  const auto number = expression ? expression->at(0) : Result<WrittenNumber>(expression.error());
  if (!number || type.isPacked())
    return std::nullopt;
  const Type asSigned{Kind::Signed, type.bits}, asUnsigned{Kind::Unsigned, type.bits};
  if (type == kPred)
    return !number->isReal && (number->whole == 0 || number->whole == 1) ? std::optional<Word>(number->whole)
                                                                         : std::nullopt;
  if (!type.isFloat() && !fits(asSigned, *number) && !fits(asUnsigned, *number))
    return std::nullopt;
  return bitsOf(type.kind == Kind::Bits ? asUnsigned : type, *number);
}

/// What stands behind `=` in --reg: for every lane a number, or what is counted, or one for some.
std::optional<LaneWords> valuesOf(const Type& type, std::string_view text) {
  if (!text.starts_with("lane"))
    return lanesOf(text, [&](std::string_view part) { return bitsOfText(type, part); });
  const auto expression = ElementExpression::read(text);
  LaneWords words{};
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto number = expression ? expression->at(lane) : Result<WrittenNumber>(expression.error());
    const auto bits = number && !type.isPacked() ? bitsOf(type, *number) : std::nullopt;
    if (!bits)
      return std::nullopt;
    words[lane] = *bits;
  }
  return words;
}

/// Whatever the case of its letters; `.NaN` has some of both.
std::string opcodeIn(std::string_view text) {
  const std::string lower = boost::to_lower_copy(std::string(text));
  return spec::scalar::formSpelled(lower) ? lower : std::string(text);
}
std::string scalarMnemonicOf(const std::string& opcode) { return opcode.substr(0, opcode.find('.')); }

struct Operand {
  bool isRegister = false, isNegated = false;
  std::string name;
  Type type;          ///< that the instruction takes
  unsigned width = 0; ///< of the register
  LaneWords words{};
};

class ExecutedOperation {
public:
  Result<void> read(std::string_view text) {
    parts_ = partsOf(text);
    const std::string opcode = opcodeIn(parts_.opcode.text);
    const auto spelled = spec::scalar::formSpelled(opcode);
    if (!spelled)
      return Rejection{"PTX-5",
                       fmt::format("{} is no operation by itself{}", printable(opcode), nearestFormSaid(opcode)),
                       fmt::format("the opcodes of `warplaw list {}`; `warplaw run FILE.ptx` takes whole kernels",
                                   scalarMnemonicOf(opcode)),
                       parts_.opcode.position};
    form_ = spelled->form;
    modes_ = spelled->modes;
    if (parts_.operands.size() != form_.sources() + 1)
      return Rejection{
          "PTX-4",
          fmt::format("{} has {} operands, and there are {}", opcode, form_.sources() + 1, parts_.operands.size()),
          operandsText(), parts_.opcode.position};
    if (auto done = readGuard(); !done)
      return done;
    auto result = operandOf(parts_.operands[0], form_.result(modes_), true);
    if (!result)
      return result.error();
    result_ = *result;
    for (unsigned i = 0; i < form_.sources(); ++i) {
      auto source = operandOf(parts_.operands[i + 1], form_.source(i, modes_), false);
      if (!source)
        return source.error();
      sources_.push_back(*source);
    }
    return {};
  }

  Result<void> set(const StateText& state) {
    if (!state.memory.empty() || !state.choices.empty())
      return Rejection{"usage", fmt::format("{} has no memory and no choices", opcode()), "--reg, --pred, --active"};
    std::set<std::string> given;
    for (const bool isPredicate : {false, true})
      for (const std::string& text : isPredicate ? state.predicates : state.registers)
        if (auto done = setOne(text, isPredicate, given); !done)
          return done;
    if (!state.active.empty()) {
      const auto mask = bitsOfText(spec::scalar::kU32, state.active);
      if (!mask)
        return Rejection{"usage", fmt::format("--active {} is no mask", state.active), "32 bits, bit i for lane i"};
      active_ = static_cast<std::uint32_t>(*mask);
    }
    return {};
  }

  OperationRun run(bool allLanes, bool colour) {
    std::uint32_t exec = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (active_ >> lane & 1 && (!guard_ || (wordOf(*guard_, lane) & 1)))
        exec |= 1u << lane;
    compute(exec);
    return {table(exec, allLanes, colour), json(exec), (open_ & exec) != 0};
  }

private:
  std::string opcode() const { return form_.opcode(modes_); }
  std::string operandsText() const {
    std::string text = fmt::format("{} d", opcode());
    for (unsigned i = 0; i < form_.sources(); ++i)
      text += fmt::format(", {}", char('a' + i));
    return text;
  }

  Result<void> readGuard() {
    if (parts_.guard.text.empty())
      return {};
    auto guard = operandOf({parts_.guard.text.substr(1), parts_.guard.position + 1}, kPred, false);
    if (!guard)
      return guard.error();
    if (!guard->isRegister)
      return Rejection{"PTX-3", "a guard is a predicate", "@%p1, @!%p1", parts_.guard.position};
    guard_ = *guard;
    return {};
  }

  /// cvt takes wider registers: the lower bits of a source, and a result that is extended (PTX-3).
  Result<Operand> operandOf(const Piece& piece, const Type& type, bool isResult) const {
    Operand operand;
    operand.type = type;
    operand.width = std::max(type.width(), type == kPred ? 1u : 16u);
    std::string_view text = piece.text;
    operand.isNegated = text.starts_with('!') && type == kPred && !isResult;
    text.remove_prefix(operand.isNegated);
    if (text.starts_with('{'))
      return Rejection{"PTX-4", fmt::format("{}: parts of a register are no operation by themselves", opcode()),
                       "`warplaw run FILE.ptx`", piece.position};
    if (isResult && text.find('|') != text.npos)
      return Rejection{"PTX-4", fmt::format("{}: '{}' are two results", opcode(), printable(text)),
                       "one of them; `warplaw run FILE.ptx` takes both", piece.position};
    operand.isRegister = isName(text);
    if (isResult ? !operand.isRegister || !isRegister(text) : operand.isRegister && !isRegister(text))
      return Rejection{"PTX-3", fmt::format("{}: '{}' is no register here", opcode(), printable(text)),
                       "%r1, %rd1, %f1, %p1, R1, sum; what `mov` makes of a special register", piece.position};
    if (operand.isRegister) {
      operand.name = nameOf(text);
      const unsigned own = widthOf(operand.name);
      const bool mayBeWider = form_.operation->mnemonic() == "cvt" && !type.isFloat();
      if (own && (own == 1 || type == kPred || !mayBeWider ? own != operand.width : own < operand.width))
        return Rejection{
            "PTX-3",
            fmt::format("{}: '{}' is {}, and {} is needed", opcode(), operand.name, classOf(own), described(type)),
            classOf(operand.width) + (mayBeWider ? ", or a wider one" : ""), piece.position};
      operand.width = own ? own : operand.width;
      return operand;
    }
    const auto bits = bitsOfText(type, text);
    if (!bits)
      return Rejection{"PTX-3", fmt::format("{}: '{}' is no number of {}", opcode(), printable(text), described(type)),
                       fmt::format("a register (%r1, R1); a number{}",
                                   type.isFloat() ? ": 1.5, 0f3fc00000, 0x3fc00000" : ": 7, -1, 0x1f"),
                       piece.position};
    operand.words.fill(*bits);
    return operand;
  }

  /// All operands that are registers.
  std::vector<Operand*> registers() {
    std::vector<Operand*> all = {&result_};
    for (Operand& source : sources_)
      if (source.isRegister)
        all.push_back(&source);
    if (guard_)
      all.push_back(&*guard_);
    return all;
  }

  /// NAME=VALUE; `%rd1.lo` and `%rd1.hi` are halves, R5 may be one that nobody asks for.
  Result<void> setOne(const std::string& text, bool isPredicate, std::set<std::string>& given) {
    const char* const option = isPredicate ? "--pred" : "--reg";
    const std::size_t equals = std::min(text.find('='), text.size());
    std::string name = nameOf(std::string_view(text).substr(0, equals));
    const std::string_view value = std::string_view(text).substr(std::min(equals + 1, text.size()));
    if (!given.insert(name).second)
      return Rejection{"usage", fmt::format("{} {}: it is given twice", option, text), "each once"};
    unsigned half = 0; // 1: the lower one, 2: the upper one
    for (const std::string_view part : {".lo", ".hi"})
      if (name.ends_with(part)) {
        half = part == ".lo" ? 1 : 2;
        name = nameOf(name.substr(0, name.size() - part.size()));
      }
    bool isKnown = widthOf(name) == (isPredicate ? 1 : 32) && !half, isUnderstood = true;
    for (Operand* const operand : registers())
      if (operand->name == name && (operand->type == kPred) == isPredicate && (!half || operand->width == 64)) {
        isKnown = true;
        isUnderstood = isUnderstood && setWords(*operand, half, isPredicate, value);
      }
    if (isKnown && isUnderstood && equals < text.size())
      return {};
    return Rejection{"usage", fmt::format("{} {} is not understood", option, text),
                     isPredicate ? "P0..P6 or a predicate of the text, =MASK, bit i for lane i"
                                 : "R0..R254 or a register of the text (%r300, %rd1, %rd1.lo, %f1), = and a value: a "
                                   "number, lane, lane*N+K, 32 values with commas, or LANE:VALUE,..; of floats "
                                   "hexadecimal digits are bits"};
  }

  static bool setWords(Operand& operand, unsigned half, bool isPredicate, std::string_view value) {
    const Type whole = operand.type.width() == operand.width
                           ? operand.type
                           : Type{operand.type.kind, static_cast<std::uint8_t>(operand.width)};
    const auto words = valuesOf(half || isPredicate ? spec::scalar::kU32 : whole, value);
    if (!words)
      return false;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      Word& word = operand.words[lane];
      const Word mine = (*words)[lane];
      word = isPredicate ? mine >> lane & 1
             : half == 1 ? (word & ~Word{0xffffffff}) | mine
             : half == 2 ? (word & 0xffffffff) | mine << 32
                         : mine;
    }
    return true;
  }

  static Word wordOf(const Operand& operand, unsigned lane) {
    return operand.words[lane] ^ Word { operand.isNegated };
  }

  void compute(std::uint32_t exec) {
    const concrete::ScalarFunction function = concrete::scalarFunction(form_);
    const Type& type = result_.type;
    // a wider register gets a number with its sign, as cvt itself makes it
    const auto extend = type.isSigned() && result_.width > type.width()
                            ? spec::scalar::formSpelled(fmt::format("cvt.s{}.s{}", result_.width, type.width()))
                            : std::nullopt;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (!(exec >> lane & 1))
        continue;
      std::array<Word, spec::scalar::kMostSources> of{};
      for (std::size_t i = 0; i < sources_.size(); ++i)
        of[i] = wordOf(sources_[i], lane) & spec::scalar::onesOf(sources_[i].type.width());
      open_ |= std::uint32_t{spec::scalar::isOpen(form_, of.data())} << lane;
      Word word = function(modes_, of[0], of[1], of[2], of[3]);
      if (extend)
        word = concrete::scalarFunction(extend->form)(extend->modes, word, 0, 0, 0);
      written_[lane] = word;
    }
  }

  std::string valueText(const Operand& operand, Word word) const {
    return operand.width == operand.type.width() ? scalarValueText(operand.type, word) : fmt::format("{:#x}", word);
  }

  std::string table(std::uint32_t exec, bool allLanes, bool colour) const {
    std::string shown = opcode();
    for (std::size_t i = 0; i < parts_.operands.size(); ++i)
      shown += fmt::format("{}{}", i ? ", " : " ", parts_.operands[i].text);
    std::string text = fmt::format("{}{}{};\n  executing lanes: {}\n", parts_.guard.text,
                                   parts_.guard.text.empty() ? "" : " ", shown, exec ? fuzz::laneList(exec) : "none");
    std::vector<std::string> titles;
    std::vector<fuzz::TableRow> rows(kLanes);
    const auto column = [&](const std::string& title, const std::function<std::string(unsigned)>& value) {
      titles.push_back(title);
      for (unsigned lane = 0; lane < kLanes; ++lane)
        rows[lane].push_back({value(lane)});
    };
    for (const Operand& source : sources_)
      if (source.isRegister && std::ranges::find(titles, source.name) == titles.end())
        column(source.name, [&](unsigned lane) { return valueText(source, source.words[lane]); });
    column("-> " + result_.name, [&](unsigned lane) -> std::string {
      if (!(exec >> lane & 1))
        return "";
      return open_ >> lane & 1 ? kAny : valueText(result_, written_[lane]);
    });
    if (const std::uint32_t lanes = allLanes ? ~0u : exec)
      text += fuzz::renderLanes(titles, rows, lanes, exec, colour);
    if (open_)
      text +=
          fuzz::wrapped("  " + describe(fuzz::AnyGroup{{result_.name}, open_, "a division by 0", kOpenRule}) + "\n");
    if (spec::scalar::isApproximate(opcode()))
      text += "  approximate: the correctly rounded value stands for what a GPU gives (PTX-32)\n";
    return text;
  }

  boost::json::object json(std::uint32_t exec) const {
    boost::json::object read, written;
    for (const Operand& source : sources_)
      if (source.isRegister)
        read[source.name] = byLane(~0u, [&](unsigned lane) { return fmt::format("{:#x}", source.words[lane]); });
    written[result_.name] = byLane(exec, [&](unsigned lane) {
      return open_ >> lane & 1 ? std::string(kAny) : fmt::format("{:#x}", written_[lane]);
    });
    boost::json::object all{{"operation", opcode()},
                            {"rules", jsonTexts(form_.operation->rules)},
                            {"executing", fmt::format("{:#x}", exec)},
                            {"read", std::move(read)},
                            {"written", std::move(written)}};
    return all;
  }
  static boost::json::object byLane(std::uint32_t lanes, const std::function<std::string(unsigned)>& value) {
    boost::json::object words;
    bool isOne = lanes == ~0u;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (lanes >> lane & 1) {
        words[std::to_string(lane)] = value(lane);
        isOne = isOne && value(lane) == value(0);
      }
    return isOne ? boost::json::object{{"all", value(0)}} : words;
  }

  Parts parts_;
  Form form_{nullptr, 0};
  Modes modes_ = 0;
  std::optional<Operand> guard_;
  Operand result_{};
  std::vector<Operand> sources_;
  std::uint32_t active_ = ~0u, open_ = 0; ///< lanes whose result may be anything
  LaneWords written_{};
};

} // namespace

bool isOperation(std::string_view text) {
  const spec::Undressed bare(text);
  const std::string opcode = opcodeIn(partsOf(bare.text()).opcode.text);
  return isScalarMnemonic(scalarMnemonicOf(opcode));
}

std::optional<spec::scalar::Spelled> operationIn(std::string_view text) {
  const spec::Undressed bare(text);
  return spec::scalar::formSpelled(opcodeIn(partsOf(bare.text()).opcode.text));
}

spec::Result<OperationRun> execOperation(std::string_view text, const StateText& state, bool allLanes, bool colour) {
  const spec::Undressed bare(text);
  ExecutedOperation operation;
  if (auto done = operation.read(bare.text()); !done) {
    Rejection rejection = done.error();
    rejection.position = bare.placeOf(rejection.position);
    return rejection;
  }
  if (auto done = operation.set(state); !done)
    return done.error();
  return operation.run(allLanes, colour);
}

} // namespace warplaw::tools

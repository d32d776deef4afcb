// CUDA's functions as instructions: see cuda_call.h.
#include "spec/cuda_call.h"
#include "spec/text.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <set>

namespace warplaw::spec {
namespace {

// Kinds of parameters: a register; `b` a register or a number; `x` the same, of a number the lowest five bits count
// (CSHFL-5); `w` a width; `p` a predicate that is read, `q` one that is written; `v` a register or a pair; `i` a
// register behind (int) or (unsigned); `n` a number of a counter.

// SIMD in a word, of WIDTH lanes ("2": halves, "4": bytes), as NVIDIA defines it by one instruction (VID-9..11).
#define WARPLAW_SIMD(name, parameters, kinds, instruction)                                                             \
  {"__v" name, parameters, kinds, instruction, 31, "VID-9 VID-10 VID-11"},
#define WARPLAW_SIMD_OF_TWO(name, width, instruction, modifiers)                                                       \
  WARPLAW_SIMD(name width, "a, b", "rr", instruction width modifiers " $d, $0, $1, RZ")
#define WARPLAW_SIMD_COMPARES(relation, REL, width)                                                                    \
  WARPLAW_SIMD_OF_TWO("set" relation "s", width, "VSET", ".S32.S32." REL)                                              \
  WARPLAW_SIMD_OF_TWO("set" relation "u", width, "VSET", ".U32.U32." REL)
#define WARPLAW_SIMD_ALL(width)                                                                                        \
  WARPLAW_SIMD_OF_TWO("add", width, "VADD", ".U32.U32.U32")                                                            \
  WARPLAW_SIMD_OF_TWO("addss", width, "VADD", ".S32.S32.S32.SAT")                                                      \
  WARPLAW_SIMD_OF_TWO("addus", width, "VADD", ".U32.U32.U32.SAT")                                                      \
  WARPLAW_SIMD_OF_TWO("sub", width, "VSUB", ".U32.U32.U32")                                                            \
  WARPLAW_SIMD_OF_TWO("subss", width, "VSUB", ".S32.S32.S32.SAT")                                                      \
  WARPLAW_SIMD_OF_TWO("subus", width, "VSUB", ".U32.U32.U32.SAT")                                                      \
  WARPLAW_SIMD_OF_TWO("avgs", width, "VAVRG", ".S32.S32.S32")                                                          \
  WARPLAW_SIMD_OF_TWO("avgu", width, "VAVRG", ".U32.U32.U32")                                                          \
  WARPLAW_SIMD_OF_TWO("maxs", width, "VMAX", ".S32.S32.S32")                                                           \
  WARPLAW_SIMD_OF_TWO("maxu", width, "VMAX", ".U32.U32.U32")                                                           \
  WARPLAW_SIMD_OF_TWO("mins", width, "VMIN", ".S32.S32.S32")                                                           \
  WARPLAW_SIMD_OF_TWO("minu", width, "VMIN", ".U32.U32.U32")                                                           \
  WARPLAW_SIMD_OF_TWO("absdiffs", width, "VABSDIFF", ".S32.S32.S32")                                                   \
  WARPLAW_SIMD_OF_TWO("absdiffu", width, "VABSDIFF", ".U32.U32.U32")                                                   \
  WARPLAW_SIMD_OF_TWO("sads", width, "VABSDIFF", ".S32.S32.S32.ADD")                                                   \
  WARPLAW_SIMD_OF_TWO("sadu", width, "VABSDIFF", ".U32.U32.U32.ADD")                                                   \
  WARPLAW_SIMD("abs" width, "a", "r", "VABSDIFF" width ".S32.S32.S32 $d, $0, RZ, RZ")                                  \
  WARPLAW_SIMD("absss" width, "a", "r", "VABSDIFF" width ".S32.S32.S32.SAT $d, $0, RZ, RZ")                            \
  WARPLAW_SIMD("neg" width, "a", "r", "VSUB" width ".U32.U32.U32 $d, RZ, $0, RZ")                                      \
  WARPLAW_SIMD("negss" width, "a", "r", "VSUB" width ".S32.S32.S32.SAT $d, RZ, $0, RZ")                                \
  WARPLAW_SIMD_OF_TWO("seteq", width, "VSET", ".U32.U32.EQ")                                                           \
  WARPLAW_SIMD_OF_TWO("setne", width, "VSET", ".U32.U32.NE")                                                           \
  WARPLAW_SIMD_COMPARES("lt", "LT", width)                                                                             \
  WARPLAW_SIMD_COMPARES("le", "LE", width)                                                                             \
  WARPLAW_SIMD_COMPARES("gt", "GT", width)                                                                             \
  WARPLAW_SIMD_COMPARES("ge", "GE", width)

#define WARPLAW_ATOMIC(name, kinds, operation)                                                                         \
  {"atomic" name,                                                                                                      \
   "address, val",                                                                                                     \
   kinds,                                                                                                              \
   "ATOMS." operation " $d, [$0], $1",                                                                                 \
   31,                                                                                                                 \
   "ATOMS-2 ATOMS-4 ATOMS-5 ATOMS-6 ATOMS-13",                                                                         \
   kOfShared},
constexpr std::string_view kOfShared = "in shared memory; in global memory it is RED, if nobody asks for the old value";

constexpr CudaFunction kFunctions[] = {
    {"__shfl_sync", "mask, var, srcLane, width", "brbw", "shfl.sync.idx.b32 $d, $1, $2, $c, $0", 31,
     "CSHFL-1 CSHFL-2 CSHFL-5 SYNC-1 SYNC-2 SYNC-8"},
    {"__shfl_up_sync", "mask, var, delta, width", "brbw", "shfl.sync.up.b32 $d, $1, $2, $c, $0", 0,
     "CSHFL-1 CSHFL-3 CSHFL-5 SYNC-1 SYNC-2 SYNC-8"},
    {"__shfl_down_sync", "mask, var, delta, width", "brbw", "shfl.sync.down.b32 $d, $1, $2, $c, $0", 31,
     "CSHFL-1 CSHFL-3 CSHFL-5 SYNC-1 SYNC-2 SYNC-8"},
    {"__shfl_xor_sync", "mask, var, laneMask, width", "brbw", "shfl.sync.bfly.b32 $d, $1, $2, $c, $0", 31,
     "CSHFL-1 CSHFL-4 CSHFL-5 SYNC-1 SYNC-2 SYNC-8"},
    {"__all_sync", "mask, predicate", "bp", "vote.sync.all.pred $q, $1, $0", 31, "SYNC-1 SYNC-3 SYNC-8"},
    {"__any_sync", "mask, predicate", "bp", "vote.sync.any.pred $q, $1, $0", 31, "SYNC-1 SYNC-3 SYNC-8"},
    {"__uni_sync", "mask, predicate", "bp", "vote.sync.uni.pred $q, $1, $0", 31, "SYNC-1 SYNC-3 SYNC-8"},
    {"__ballot_sync", "mask, predicate", "bp", "vote.sync.ballot.b32 $d, $1, $0", 31, "SYNC-1 SYNC-3 SYNC-8"},
    {"__match_any_sync", "mask, value", "bv", "match.any.sync.$s $d, $1, $0", 31, "SYNC-1 SYNC-4 SYNC-8"},
    {"__match_all_sync", "mask, value, pred", "bvq", "match.all.sync.$s $d|$2, $1, $0", 31, "SYNC-1 SYNC-4 SYNC-8"},
    {"__reduce_add_sync", "mask, value", "br", "redux.sync.add.u32 $d, $1, $0", 31, "SYNC-1 SYNC-5 SYNC-8"},
    {"__reduce_min_sync", "mask, value", "bi", "redux.sync.min.$t $d, $1, $0", 31, "SYNC-1 SYNC-5 SYNC-8"},
    {"__reduce_max_sync", "mask, value", "bi", "redux.sync.max.$t $d, $1, $0", 31, "SYNC-1 SYNC-5 SYNC-8"},
    {"__reduce_and_sync", "mask, value", "br", "redux.sync.and.b32 $d, $1, $0", 31, "SYNC-1 SYNC-5 SYNC-8"},
    {"__reduce_or_sync", "mask, value", "br", "redux.sync.or.b32 $d, $1, $0", 31, "SYNC-1 SYNC-5 SYNC-8"},
    {"__reduce_xor_sync", "mask, value", "br", "redux.sync.xor.b32 $d, $1, $0", 31, "SYNC-1 SYNC-5 SYNC-8"},
    {"__activemask", "", "", "activemask.b32 $d", 31, "SYNC-6"},
    {"__shfl", "var, srcLane, width", "rxw", "SHFL.IDX PT, $d, $0, $1, $c", 31, "CSHFL-1 CSHFL-2 CSHFL-5"},
    {"__shfl_up", "var, delta, width", "rxw", "SHFL.UP PT, $d, $0, $1, $c", 0, "CSHFL-1 CSHFL-3 CSHFL-5"},
    {"__shfl_down", "var, delta, width", "rxw", "SHFL.DOWN PT, $d, $0, $1, $c", 31, "CSHFL-1 CSHFL-3 CSHFL-5"},
    {"__shfl_xor", "var, laneMask, width", "rxw", "SHFL.BFLY PT, $d, $0, $1, $c", 31, "CSHFL-1 CSHFL-4 CSHFL-5"},
    {"__any", "predicate", "p", "VOTE.ANY RZ, $q, $0", 31, "VOTE-2"},
    {"__all", "predicate", "p", "VOTE.ALL RZ, $q, $0", 31, "VOTE-2"},
    {"__ballot", "predicate", "p", "VOTE.ANY $d, PT, $0", 31, "VOTE-1"},
    {"__syncthreads", "", "", "BAR.SYNC 0", 31, "BAR-1 BAR-2"},
    {"__syncthreads_count", "predicate", "p", "bar.red.popc.u32 $d, 0, $0", 31, "BAR-2 BAR-3 BAR-4"},
    {"__syncthreads_and", "predicate", "p", "bar.red.and.pred $q, 0, $0", 31, "BAR-2 BAR-3 BAR-4"},
    {"__syncthreads_or", "predicate", "p", "bar.red.or.pred $q, 0, $0", 31, "BAR-2 BAR-3 BAR-4"},
    {"__prof_trigger", "counter", "n", "PMTRIG $0", 31, "PM-1 PM-2"},
    {"clock", "", "", "CS2R.32 $d, SR_CLOCKLO", 31, "SR-3"},
    {"clock64", "", "", "CS2R.64 $e, SR_CLOCKLO", 31, "SR-3"},
    {"__popc", "x", "r", "POPC $d, $0", 31, "POPC-1"},
    WARPLAW_ATOMIC("Add", "rr", "ADD.U32")   //
    WARPLAW_ATOMIC("Exch", "rr", "EXCH.U32") //
    WARPLAW_ATOMIC("Min", "ri", "MIN.$T")    //
    WARPLAW_ATOMIC("Max", "ri", "MAX.$T")    //
    WARPLAW_ATOMIC("Inc", "rr", "INC.U32")   //
    WARPLAW_ATOMIC("Dec", "rr", "DEC.U32")   //
    WARPLAW_ATOMIC("And", "rr", "AND.U32")   //
    WARPLAW_ATOMIC("Or", "rr", "OR.U32")     //
    WARPLAW_ATOMIC("Xor", "rr", "XOR.U32")   //
    {"atomicCAS", "address, compare, val", "rrr", "ATOMS.CAS.U32 $d, [$0], $1, $2", 31,
     "ATOMS-2 ATOMS-4 ATOMS-5 ATOMS-7 ATOMS-8 ATOMS-13", kOfShared},
    WARPLAW_SIMD_ALL("2") //
    WARPLAW_SIMD_ALL("4") //
};
#undef WARPLAW_SIMD
#undef WARPLAW_SIMD_OF_TWO
#undef WARPLAW_SIMD_COMPARES
#undef WARPLAW_SIMD_ALL
#undef WARPLAW_ATOMIC

/// What CUDA has, and what is here instead.
struct Elsewhere {
  std::string_view prefix, what;
};
constexpr Elsewhere kElsewhere[] = {
    {"__vcmp", "gives all bits of a half or a byte where VSET2 and VSET4 give 1, which `__vset` gives"},
    {"__vhadd", "is several instructions; `__vavg`, which rounds up, is one"},
    {"__vi", "is several instructions on each GPU that is described here"},
    {"atomicSub", "is atomicAdd of the negative value"},
    {"atomic", "is not here, but in kernels (`run FILE.cu`); atomicAdd and its kin of CTAs are, in 32 bits"},
    {"__syncwarp", "is bar.warp.sync, which `run` executes in kernels"},
};
const Elsewhere* findElsewhere(std::string_view name) {
  const auto* const found =
      std::ranges::find_if(kElsewhere, [&](const Elsewhere& one) { return name.starts_with(one.prefix); });
  return found == std::end(kElsewhere) ? nullptr : found;
}

bool isLetter(char c) { return c == '_' || std::isalpha(static_cast<unsigned char>(c)); }

/// PTX's text is in small letters.
bool isPtx(const CudaFunction& function) { return std::islower(static_cast<unsigned char>(function.instruction[0])); }

std::vector<std::string_view> namesOf(const CudaFunction& function) {
  std::vector<std::string_view> names;
  for (std::string_view rest = function.parameters; !rest.empty();) {
    names.push_back(rest.substr(0, rest.find(',')));
    rest.remove_prefix(std::min(rest.size(), names.back().size() + 2));
  }
  return names;
}

/// A name without the `%` before it: R1 and %r1 are one.
struct Argument {
  std::string_view text;
  std::size_t position = 0;
};

bool isRegister(std::string_view text) {
  return (text.starts_with('R') && (text == "RZ" || plainNumber(text.substr(1)))) || text.starts_with('%');
}
bool isPair(std::string_view text) { return text.starts_with("%rd") || text.starts_with("%fd"); }

/// As the dialect of the instruction writes it; names of PTX that have no number of ours stay as they are.
std::string inDialect(std::string_view name, bool ptx) {
  const bool negated = name.starts_with('!');
  const std::string sign = negated ? "!" : "";
  name.remove_prefix(negated);
  for (const auto& [ours, theirs] : {std::pair{"R", "%r"}, {"P", "%p"}}) {
    const std::string_view from = ptx ? ours : theirs, to = ptx ? theirs : ours;
    if (name.starts_with(from) && plainNumber(name.substr(from.size())))
      return fmt::format("{}{}{}", sign, to, name.substr(from.size()));
  }
  return sign + std::string(name);
}

/// A constant of C++ as 32 bits: numbers with their suffixes, operators, parentheses, and names that CUDA's code gives
/// to a mask of all lanes and to the number of lanes.
class Constant {
public:
  explicit Constant(std::string_view text) : text_(text) {}

  std::optional<std::int64_t> value() {
    const Value all = binary(0);
    blanks();
    if (isWrong_ || at_ != text_.size())
      return {};
    return all.isUnsigned ? std::int64_t{all.bits} : std::int64_t{static_cast<std::int32_t>(all.bits)};
  }

private:
  struct Value {
    std::uint32_t bits = 0;
    bool isUnsigned = false;
  };
  static constexpr unsigned kDeepest = 64;
  static constexpr std::array<std::array<std::string_view, 3>, 6> kOperators{
      {{"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}}; // of each precedence, the weakest first

  Value wrong() {
    isWrong_ = true;
    return {};
  }
  void blanks() {
    while (at_ < text_.size() && text_[at_] == ' ')
      ++at_;
  }
  bool accept(std::string_view word) {
    blanks();
    const bool comes = !word.empty() && text_.substr(at_).starts_with(word);
    at_ += comes ? word.size() : 0;
    return comes;
  }

  Value binary(std::size_t precedence) {
    if (precedence == kOperators.size())
      return unary();
    Value left = binary(precedence + 1);
    for (bool more = true; more && !isWrong_;) {
      more = false;
      for (const std::string_view op : kOperators[precedence])
        if (!more && accept(op)) {
          more = true;
          left = combined(op, left, binary(precedence + 1));
        }
    }
    return left;
  }
  Value combined(std::string_view op, Value a, Value b) {
    const bool isShift = op.size() == 2, isUnsigned = a.isUnsigned || (b.isUnsigned && !isShift);
    if ((isShift && b.bits >= 32) || ((op == "/" || op == "%") && b.bits == 0))
      return wrong();
    const auto wide = [&](Value v) {
      return isUnsigned ? std::int64_t{v.bits} : std::int64_t{static_cast<std::int32_t>(v.bits)};
    };
    const std::int64_t x = wide(a), y = wide(b);
    const std::int64_t result = op == "|"    ? x | y
                                : op == "^"  ? x ^ y
                                : op == "&"  ? x & y
                                : op == "<<" ? static_cast<std::int64_t>(a.bits) << b.bits
                                : op == ">>" ? x >> b.bits
                                : op == "+"  ? x + y
                                : op == "-"  ? x - y
                                : op == "*"  ? static_cast<std::int64_t>(std::uint64_t{a.bits} * b.bits)
                                : op == "/"  ? x / y
                                             : x % y;
    return {static_cast<std::uint32_t>(result), isUnsigned};
  }
  Value unary() {
    if (++depth_ > kDeepest)
      return wrong();
    Value value;
    if (accept("~")) {
      value = unary();
      value.bits = ~value.bits;
    } else if (accept("-")) {
      value = unary();
      value.bits = 0 - value.bits;
    } else if (accept("(unsigned)") || accept("(int)")) {
      const bool isUnsigned = text_[at_ - 2] == 'd';
      value = unary();
      value.isUnsigned = isUnsigned;
    } else if (accept("(")) {
      value = binary(0);
      isWrong_ = isWrong_ || !accept(")");
    } else {
      value = named();
    }
    --depth_;
    return value;
  }
  Value named() {
    blanks();
    std::size_t end = at_;
    while (end < text_.size() && (text_[end] == '_' || std::isalnum(static_cast<unsigned char>(text_[end]))))
      ++end;
    std::string word(text_.substr(at_, end - at_));
    at_ = end;
    for (char& c : word)
      c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (const std::string_view all : {"full_mask", "full_warp_mask", "fullmask", "uint_max", "uint32_max"})
      if (word == all)
        return {~0u, true};
    for (const std::string_view lanes : {"warpsize", "warp_size"})
      if (word == lanes)
        return {32, false};
    return number(word);
  }
  Value number(std::string_view word) {
    bool isUnsigned = false;
    const bool isHex = word.starts_with("0x");
    for (; word.ends_with('u') || word.ends_with('l'); word.remove_suffix(1))
      isUnsigned = isUnsigned || word.back() == 'u';
    const bool isBinary = word.starts_with("0b");
    word.remove_prefix(isHex || isBinary ? 2 : 0);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value,
                                              isHex      ? 16
                                              : isBinary ? 2
                                                         : 10);
    if (word.empty() || error != std::errc() || end != word.data() + word.size() || value > 0xffffffff)
      return wrong();
    return {static_cast<std::uint32_t>(value), isUnsigned || value > 0x7fffffff};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
  bool isWrong_ = false;
};

std::optional<std::int64_t> numberOf(std::string_view text) { return Constant(text).value(); }

/// A name of C++ or PTX without `%` that is no register of ours.
bool isVariable(std::string_view text) {
  return !text.empty() && isLetter(text[0]) && text != "PT" && !isRegister(text) &&
         !(text.starts_with('P') && plainNumber(text.substr(1))) && !numberOf(text) &&
         std::ranges::all_of(text, [](char c) { return isLetter(c) || isDigit(c); });
}

class Call {
public:
  explicit Call(std::string_view text) : cursor_(text), text_(text) {}

  /// Stands behind `NAME(`, if the text is a call.
  bool begins() {
    guard();
    if (const std::string_view first = word(); isRegister(first) || first.starts_with('P') || isVariable(first)) {
      result_ = {here(), wordAt_};
      Cursor ahead = cursor_;
      if (ahead.accept('=') && ahead.peek() != '=') {
        cursor_ = ahead;
        word();
      } else {
        result_ = {};
      }
    }
    name_ = {here(), wordAt_};
    return !name_.text.empty() && isLetter(name_.text[0]) && cursor_.accept('(');
  }

  Result<std::string> text() {
    const CudaFunction* const function = findCudaFunction(name_.text);
    if (!function) {
      const std::string other = insteadOf(name_.text);
      return Rejection{"syntax", other.empty() ? fmt::format("no function is called {}", quoted(name_.text)) : other,
                       other.empty() ? accepted() : "", name_.position};
    }
    if (auto read = readArguments(*function); !read)
      return read.error();
    std::string text = guardText_;
    const std::string_view form = function->instruction;
    for (std::size_t i = 0; i < form.size(); ++i) {
      if (form[i] != '$') {
        text += form[i];
        continue;
      }
      auto part = partOf(*function, form[++i]);
      if (!part)
        return part.error();
      text += *part;
    }
    return Result<std::string>(boost::system::in_place_value, std::move(text));
  }

private:
  static std::string accepted() {
    std::string names;
    std::string_view last;
    for (const CudaFunction& function : kFunctions) {
      const bool isOfMany = function.rules == last && !isPtx(function);
      if (!isOfMany)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", function.name);
      else if (!names.ends_with(".."))
        names += ".."; // others like it
      last = function.rules;
    }
    return names;
  }
  void guard() {
    if (!cursor_.accept('@'))
      return;
    guardText_ = cursor_.accept('!') ? "@!" : "@";
    guardText_ += word();
    guardText_ += ' ';
  }
  /// A name at the cursor, with the `%` before it.
  std::string_view word() {
    wordAt_ = cursor_.place();
    cursor_.accept('%');
    const Word word = cursor_.adjacentWord();
    wordEnd_ = word.position + word.text.size();
    return here();
  }
  std::string_view here() const { return text_.substr(wordAt_, wordEnd_ - wordAt_); }

  Result<void> readArguments(const CudaFunction& function) {
    const std::size_t close = text_.find(')', cursor_.place());
    // casts have parentheses of their own: the last one closes
    const std::size_t end = text_.find_last_of(')');
    if (close == text_.npos)
      return Rejection{"syntax", fmt::format("the call of {} is not closed", function.name), "`)`", text_.size()};
    const std::string_view behind = text_.substr(end + 1);
    if (const std::size_t other = behind.find_first_not_of(" \t\r\n;"); other != behind.npos)
      return Rejection{"syntax", fmt::format("found {} after the call", quoted(behind.substr(other))), "`;` or the end",
                       end + 1 + other};
    for (std::size_t at = cursor_.place(); at < end;) {
      std::size_t comma = at;
      for (int depth = 0; comma < end && (depth > 0 || text_[comma] != ','); ++comma)
        depth += (text_[comma] == '(') - (text_[comma] == ')');
      std::string_view argument = text_.substr(at, comma - at);
      const std::size_t blanks = std::min(argument.find_first_not_of(" \t&"), argument.size());
      argument.remove_prefix(blanks);
      argument = argument.substr(0, argument.find_last_not_of(" \t") + 1);
      arguments_.push_back({argument, at + blanks});
      at = comma + 1;
    }
    const bool hasWidth = function.kinds.ends_with('w');
    const std::size_t most = function.kinds.size();
    if (arguments_.size() == most || (hasWidth && arguments_.size() + 1 == most))
      return {};
    return Rejection{"syntax", fmt::format("{} takes other arguments", function.name),
                     fmt::format("{}({})", function.name, function.parameters), name_.position};
  }

  Rejection notAn(const CudaFunction& function, std::size_t which, std::string_view accepted) const {
    const std::string_view name = namesOf(function)[which];
    return {which < function.kinds.size() && function.kinds[which] == 'w' ? "CSHFL-1" : "syntax",
            fmt::format("{} of {}: found {}", name, function.name, quoted(arguments_[which].text)),
            std::string(accepted), arguments_[which].position};
  }

  Result<std::string> registerOf(const CudaFunction& function, std::size_t which, std::string_view text) const {
    if (!isRegister(text) && !(isPtx(function) && isVariable(text)))
      return notAn(function, which, isPtx(function) ? "a register: R0..R254, or a name" : "a register: R0..R254");
    if (isPair(text) && function.kinds[which] != 'v')
      return Rejection{function.rules.ends_with("SYNC-8") ? "SYNC-8" : "syntax",
                       fmt::format("{} has 64 bits, which are two words, an instruction each", text),
                       "a register of 32 bits", arguments_[which].position};
    return Result<std::string>(boost::system::in_place_value, inDialect(text, isPtx(function)));
  }
  Result<std::string> predicateOf(const CudaFunction& function, std::size_t which) const {
    std::string_view name = arguments_[which].text;
    name.remove_prefix(name.starts_with('!') && function.kinds[which] == 'p');
    if (!name.starts_with("P") && !name.starts_with("%p") && !(isPtx(function) && isVariable(name)))
      return notAn(function, which, "a predicate: P0..P6, which is whatever is not 0");
    return Result<std::string>(boost::system::in_place_value, inDialect(arguments_[which].text, isPtx(function)));
  }

  /// The text of an argument.
  Result<std::string> argument(const CudaFunction& function, std::size_t which) const {
    const std::string_view text = arguments_[which].text;
    const auto number = numberOf(text);
    const auto is = [](std::string shown) {
      return Result<std::string>(boost::system::in_place_value, std::move(shown));
    };
    switch (function.kinds[which]) {
    case 'b':
      return number ? is(std::string(printSmall(static_cast<std::uint32_t>(*number))))
                    : registerOf(function, which, text);
    case 'x':
      return number ? is(fmt::format("{}", *number & 31)) : registerOf(function, which, text);
    case 'p':
    case 'q':
      return predicateOf(function, which);
    case 'n':
      if (number && *number >= 0 && *number < 8)
        return is(printHex(std::uint64_t{1} << *number));
      return Rejection{"PM-2", fmt::format("counter {}", quoted(text)), "0..7", arguments_[which].position};
    case 'i':
      if (typeOf(text).empty())
        return notAn(function, which, "(int) or (unsigned) before the register: smallest by which order?");
      return registerOf(function, which, withoutType(text));
    default:
      return registerOf(function, which, text);
    }
  }

  static std::string_view typeOf(std::string_view text) {
    return text.starts_with("(int)") ? "s32" : text.starts_with("(unsigned)") ? "u32" : "";
  }
  static std::string_view withoutType(std::string_view text) {
    text.remove_prefix(text.find(')') + 1);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return text;
  }

  /// Segments and clamp (CSHFL-1).
  Result<std::string> clampOf(const CudaFunction& function) const {
    const std::size_t which = function.kinds.size() - 1;
    std::int64_t width = 32;
    if (which < arguments_.size()) {
      const auto given = numberOf(arguments_[which].text);
      width = given.value_or(0);
      if (width < 1 || width > 32 || !std::has_single_bit(static_cast<std::uint32_t>(width)))
        return notAn(function, which, "1, 2, 4, 8, 16 or 32");
    }
    const auto c = static_cast<std::uint32_t>(32 - width) << 8 | function.clamp;
    return Result<std::string>(boost::system::in_place_value, printSmall(c));
  }

  /// Registers or predicates that arguments name.
  bool isNamed(char letter, unsigned index) const {
    const auto names = [&](std::string_view text) {
      const std::string_view word = text.substr(std::min(text.find_first_of("RP%"), text.size()));
      if (isPair(word))
        return letter == 'R' && plainNumber(word.substr(3)).value_or(~0u) == index / 2;
      const std::string ours = inDialect(word, false);
      return !ours.empty() && ours[0] == letter && plainNumber(std::string_view(ours).substr(1)) == index;
    };
    return std::ranges::any_of(arguments_, [&](const Argument& argument) { return names(argument.text); });
  }
  /// Where the result goes.
  Result<std::string> resultOf(const CudaFunction& function, char kind) const {
    const char letter = kind == 'q' ? 'P' : 'R';
    unsigned index = 0;
    if (result_.text.empty()) {
      while (isNamed(letter, index) || (kind == 'e' && (index % 2 || isNamed(letter, index + 1))))
        ++index;
      return Result<std::string>(boost::system::in_place_value,
                                 inDialect(fmt::format("{}{}", letter, index), isPtx(function)));
    }
    const bool isPredicate = result_.text.starts_with('P') || result_.text.starts_with("%p");
    const bool isAny = isPtx(function) && isVariable(result_.text); // its place says what it is
    if (!isAny && isPredicate != (kind == 'q'))
      return Rejection{"syntax", fmt::format("{} gives a {}", function.name, kind == 'q' ? "predicate" : "register"),
                       kind == 'q' ? "P0..P6" : "R0..R254", result_.position};
    return Result<std::string>(boost::system::in_place_value, inDialect(result_.text, isPtx(function)));
  }

  Result<std::string> partOf(const CudaFunction& function, char what) const {
    const auto is = [](std::string_view text) { return Result<std::string>(boost::system::in_place_value, text); };
    if (isDigit(what))
      return argument(function, static_cast<std::size_t>(what - '0'));
    if (what == 'c')
      return clampOf(function);
    if (what == 's')
      return is(isPair(arguments_[1].text) ? "b64" : "b32");
    if (what == 'T')
      return is(typeOf(arguments_[1].text) == "s32" ? "S32" : "U32");
    if (what == 't')
      return typeOf(arguments_[1].text).empty() ? argument(function, 1) : is(typeOf(arguments_[1].text));
    return resultOf(function, what);
  }

  Cursor cursor_;
  std::string_view text_;
  std::string guardText_;
  Argument result_, name_;
  std::vector<Argument> arguments_;
  std::size_t wordAt_ = 0, wordEnd_ = 0;
};

} // namespace

std::span<const CudaFunction> cudaFunctions() { return kFunctions; }

const CudaFunction* findCudaFunction(std::string_view name) {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  const auto* found = std::ranges::find_if(
      kFunctions, [&](const CudaFunction& known) { return std::ranges::equal(known.name, name, same); });
  return found == std::end(kFunctions) ? nullptr : found;
}

std::string instructionOf(const CudaFunction& function) {
  std::string text;
  const std::vector<std::string_view> names = namesOf(function);
  for (std::size_t i = 0; i < function.instruction.size(); ++i) {
    const char c = function.instruction[i];
    if (c != '$') {
      text += c;
      continue;
    }
    const char what = function.instruction[++i];
    if (isDigit(what) && function.kinds[static_cast<std::size_t>(what - '0')] == 'n')
      text += fmt::format("1 << {}", names[0]);
    else if (isDigit(what))
      text += names[static_cast<std::size_t>(what - '0')];
    else if (what == 'c')
      text += fmt::format("(32 - width) << 8{}", function.clamp ? fmt::format(" | {}", function.clamp) : "");
    else
      text += what == 's' ? "b32" : what == 't' ? "u32" : what == 'T' ? "U32" : "result";
  }
  return text;
}

std::string exampleCall(const CudaFunction& function) {
  std::string arguments;
  unsigned registers = 0; // another one for each argument
  for (const char kind : function.kinds) {
    const std::string shown = kind == 'b' && arguments.empty() ? "0xffffffff"
                              : kind == 'b' || kind == 'x'     ? "4"
                              : kind == 'w'                    ? "8"
                              : kind == 'p' || kind == 'q'     ? "P1"
                              : kind == 'i'                    ? fmt::format("(int)R{}", ++registers)
                              : kind == 'n'                    ? "3"
                                                               : fmt::format("R{}", ++registers);
    arguments += fmt::format("{}{}", arguments.empty() ? "" : ", ", shown);
  }
  return fmt::format("{}({})", function.name, arguments);
}

std::string insteadOf(std::string_view name) {
  const Elsewhere* const other = findCudaFunction(name) ? nullptr : findElsewhere(name);
  return other ? fmt::format("{} {}", name, other->what) : "";
}

bool isCall(std::string_view text) { return Call(text).begins(); }

Result<std::string> textOfCall(std::string_view text) {
  Call call(text);
  if (!call.begins())
    return Rejection{"syntax", "no call", "NAME(..)"};
  return call.text();
}

} // namespace warplaw::spec

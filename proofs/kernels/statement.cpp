#include "proofs/kernels/statement.h"
#include "symbolic/terms/divide.h"
#include <algorithm>
#include <bit>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>
#include <utility>

namespace warplaw::proofs::kernels {
namespace {

constexpr std::uint64_t kMostTerms = 1 << 16;    ///< of one sum
constexpr std::uint64_t kMostPieces = 1 << 20;   ///< of all sums of a statement, one inside another one
constexpr std::size_t kMostCharacters = 1 << 14; ///< characters
constexpr unsigned kMostNested = 256;            ///< parentheses and signs
constexpr fmt::format_string<const std::string&> kOfNone = "there is no {} of no number at all";

struct Piece {
  enum class Kind : std::uint8_t { Number, Decimal, Name, Element, Old, Unary, Binary, Over, Call } kind;
  std::string op; ///< an operator, a name; of a Decimal its text; of a Call its opcode
  std::uint64_t value = 0;
  std::size_t at = 0;
  std::vector<Piece> args;
};

spec::Rejection rejected(std::size_t at, std::string what) {
  return {"PTX-51", fmt::format("column {}: {}", at + 1, what), "out[b] == sum(t, 0, 31, in[b*32+t])", at};
}

struct Ghost {
  std::string name;
  std::vector<std::string> parameters;
  Piece body;
};
using GhostList = std::vector<Ghost>;

class Reader {
public:
  Reader(std::string_view text, const GhostList& ghosts) : text_(text), ghosts_(ghosts) {}

  /// NAME(x, y) = expression
  Ghost ghost() {
    Ghost made;
    made.name = name();
    if (made.name.empty() || isOver(made.name) || made.name == "old" || made.name == "entry" || made.name == "left")
      throw rejected(0, "a ghost has a name of its own");
    if (std::ranges::find(ghosts_, made.name, &Ghost::name) != ghosts_.end())
      throw rejected(0, fmt::format("ghost {} is there already", made.name));
    defined_ = made.name;
    need("(");
    if (!take(")")) {
      do {
        made.parameters.push_back(name());
        if (made.parameters.back().empty() || std::ranges::count(made.parameters, made.parameters.back()) != 1)
          throw rejected(at_, "a parameter of a ghost is a name that no other one has");
      } while (take(","));
      need(")");
    }
    need("=");
    made.body = whole();
    return made;
  }

  Piece whole() {
    if (text_.size() > kMostCharacters)
      throw rejected(0, fmt::format("{} characters: at most {}", text_.size(), kMostCharacters));
    Piece all = binary(0);
    if (space(); at_ != text_.size())
      throw rejected(at_, "this text is not understood");
    return all;
  }

private:
  /// Whoever reads a part of a part.
  class Nested {
  public:
    explicit Nested(Reader& reader) : reader_(reader) {
      if (++reader_.nested_ > kMostNested * 12) // levels of operators
        throw rejected(reader_.at_, fmt::format("nested deeper than {}", kMostNested));
    }
    ~Nested() { --reader_.nested_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

  private:
    Reader& reader_;
  };

  void space() {
    while (at_ < text_.size() && text_[at_] == ' ')
      ++at_;
  }
  bool take(std::string_view word) {
    space();
    if (!text_.substr(at_).starts_with(word))
      return false;
    at_ += word.size();
    return true;
  }
  void need(std::string_view word) {
    if (!take(word))
      throw rejected(at_, fmt::format("here stands no {}", word));
  }
  static bool isLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }
  std::string name() {
    space();
    const std::size_t from = at_;
    while (at_ < text_.size() && isLetter(text_[at_]))
      ++at_;
    return std::string(text_.substr(from, at_ - from));
  }

  /// `a +f b`, and not the sum with an element of f.
  static bool isFloatSign(std::string_view text) { return text.size() > 2 && (text[2] == ' ' || text[2] == '('); }

  Piece binary(std::size_t level) {
    static const std::vector<std::vector<std::string_view>> kLevels = {
        {"==>"}, {"||"}, {"&&"},       {"==", "!="},           {"<=", ">=", "<", ">"}, {"|"},
        {"^"},   {"&"},  {"<<", ">>"}, {"+f", "-f", "+", "-"}, {"*f", "*", "/", "%"}};
    if (level == kLevels.size())
      return unary();
    const Nested nested(*this);
    Piece left = binary(level + 1);
    for (;;) {
      const std::size_t at = at_;
      const auto op = std::ranges::find_if(kLevels[level], [&](std::string_view one) {
        space();
        const std::string_view rest = text_.substr(at_);
        const bool isLonger = (one == "|" && rest.starts_with("||")) || (one == "&" && rest.starts_with("&&")) ||
                              (one == "<" && rest.starts_with("<<")) || (one == ">" && rest.starts_with(">>")) ||
                              (one == "==" && rest.starts_with("==>")) || (one.ends_with("f") && !isFloatSign(rest));
        return !isLonger && take(one);
      });
      if (op == kLevels[level].end())
        return left;
      std::vector<Piece> args;
      args.push_back(std::move(left));
      args.push_back(binary(level == 0 ? 0 : level + 1));
      left = {Piece::Kind::Binary, std::string(*op), 0, at, std::move(args)};
    }
  }

  Piece unary() {
    const Nested nested(*this);
    space();
    const std::size_t at = at_;
    if (isDigitAt(at_ + 1) && text_[at_] == '-' && isDecimal(at_ + 1)) {
      ++at_;
      Piece decimal = number();
      decimal.op.insert(0, 1, '-');
      return decimal;
    }
    for (const std::string_view op : {"-", "~", "!"})
      if (take(op))
        return {Piece::Kind::Unary, std::string(op), 0, at, {unary()}};
    if (take("(")) {
      Piece inner = binary(0);
      need(")");
      return inner;
    }
    if (isDigitAt(at_))
      return number();
    return named(name(), at);
  }

  bool isDigitAt(std::size_t at) const {
    return at < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at]));
  }

  /// Digits, a point, digits: a float.
  bool isDecimal(std::size_t at) const {
    const std::size_t end = text_.find_first_not_of("0123456789", at);
    return end != text_.npos && text_[end] == '.' && isDigitAt(end + 1);
  }

  Piece number() {
    const std::size_t at = at_;
    if (isDecimal(at)) {
      double value = 0;
      const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
      at_ = static_cast<std::size_t>(end - text_.data());
      return {Piece::Kind::Decimal, std::string(text_.substr(at, at_ - at)), 0, at, {}};
    }
    const bool isHex = text_.substr(at_).starts_with("0x");
    if (!isHex && text_[at_] == '0' && isDigitAt(at_ + 1))
      throw rejected(at, "in C a number that begins with 0 is octal: decimal or 0x..");
    const char* const from = text_.data() + at_ + (isHex ? 2 : 0);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(from, text_.data() + text_.size(), value, isHex ? 16 : 10);
    if (error != std::errc())
      throw rejected(at, "no number");
    at_ = static_cast<std::size_t>(end - text_.data());
    return {Piece::Kind::Number, isHex ? "0x" : "", value, at, {}};
  }

  static bool isOver(std::string_view name) {
    static constexpr std::string_view kOver[] = {"sum",   "all",  "any",       "min",     "max",
                                                 "count", "sumf", "sumf_near", "sumf_far"};
    return std::ranges::find(kOver, name) != std::end(kOver);
  }

  /// Its body, in which parameters are what stands here. Names that its sums bind become new ones.
  Piece expanded(const Ghost& ghost, std::size_t at) {
    std::map<std::string, Piece> known;
    for (std::size_t i = 0; i < ghost.parameters.size(); ++i) {
      need(i == 0 ? "(" : ",");
      known.emplace(ghost.parameters[i], binary(0));
    }
    if (ghost.parameters.empty())
      need("(");
    need(")");
    const unsigned number = ++expanded_;
    const auto remade = [&](auto& self, Piece piece, std::map<std::string, Piece> own) -> Piece {
      piece.at = at;
      if (piece.kind == Piece::Kind::Name) {
        const auto found = own.find(piece.op);
        return found == own.end() ? piece : found->second;
      }
      if (piece.kind == Piece::Kind::Over)
        own[piece.args[0].op] = {Piece::Kind::Name, fmt::format("{}'{}", piece.args[0].op, number), 0, at, {}};
      for (Piece& part : piece.args)
        part = self(self, part, own);
      return piece;
    };
    return remade(remade, ghost.body, known);
  }

  Piece named(std::string name, std::size_t at) {
    if (name.empty() && at_ + 1 < text_.size() && text_[at_] == '%' && isLetter(text_[at_ + 1])) {
      do
        name += text_[at_++];
      while (at_ < text_.size() && (isLetter(text_[at_]) || text_[at_] == '.'));
      return {Piece::Kind::Name, name, 0, at, {}};
    }
    if (name.empty())
      throw rejected(at, "a number, a name or ( belongs here");
    if (name == "old" || name == "entry") {
      Piece element = unary();
      if (element.kind != Piece::Kind::Element)
        throw rejected(at, fmt::format("{} is of an element", name));
      return {Piece::Kind::Old, name, 0, at, {element}};
    }
    if (const auto ghost = std::ranges::find(ghosts_, name, &Ghost::name); ghost != ghosts_.end())
      return expanded(*ghost, at);
    if (name == defined_)
      throw rejected(at, fmt::format("ghost {} is made of itself", name));
    if (take("[")) {
      Piece index = binary(0);
      need("]");
      return {Piece::Kind::Element, name, 0, at, {index}};
    }
    if (at_ < text_.size() && text_[at_] == '.')
      return call(std::move(name), at);
    if (!take("("))
      return {Piece::Kind::Name, name, 0, at, {}};
    if (!isOver(name))
      throw rejected(at, fmt::format("{} is none of sum, all, any, min, max, count, sumf, sumf_near, sumf_far, and no "
                                     "ghost that stands before",
                                     name));
    Piece over{Piece::Kind::Over, name, 0, at, {}};
    for (unsigned i = 0; i < 4; ++i) {
      over.args.push_back(binary(0));
      if (i < 3)
        need(",");
    }
    if (name == "sumf" && take(","))
      over.args.push_back(binary(0));
    need(")");
    if (over.args[0].kind != Piece::Kind::Name)
      throw rejected(at, "the first is a name: sum(t, 0, 31, in[t])");
    return over;
  }

  /// An operation of PTX: fma.rn.f32(a, b, c).
  Piece call(std::string name, std::size_t at) {
    while (at_ < text_.size() && (isLetter(text_[at_]) || text_[at_] == '.'))
      name += text_[at_++];
    const auto spelled = spec::scalar::formSpelled(name);
    if (!spelled || !spelled->form.operation->isFloat)
      throw rejected(at, fmt::format("{} is no operation of floats", name));
    Piece all{Piece::Kind::Call, name, 0, at, {}};
    for (unsigned i = 0; i < spelled->form.sources(); ++i) {
      need(i == 0 ? "(" : ",");
      all.args.push_back(binary(0));
    }
    need(")");
    return all;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  const GhostList& ghosts_;
  std::string defined_; ///< the ghost that is read
  unsigned nested_ = 0;
  unsigned expanded_ = 0; ///< ghosts, so far
};

class Builder {
public:
  Builder(Terms& terms, FloatFunctions& functions, const AnyLaunch& any, const std::vector<SaidName>& names,
          bool isAfter, const LaneState* state = nullptr)
      : terms_(terms), functions_(functions), any_(any), names_(names), isAfter_(isAfter), state_(state),
        nowhere_(terms.truth(false)) {}

  /// 64 bits; what may be anything or is not there makes it the greatest.
  Term measure(const Piece& piece) {
    const Term value = index(piece);
    return nowhere_.ite(terms_.constant(64, symbolic::onesOf(64)), value);
  }

  /// For all values of the names that are free.
  Term forAll(const Piece& piece) {
    std::map<std::string, std::uint64_t> free;
    findFree(piece, {}, free);
    std::vector<Term> all;
    const auto each = [&](auto& self, auto name) -> void {
      if (name == free.end()) {
        all.push_back(truth(piece, isAfter_ || state_));
        return;
      }
      for (std::uint64_t i = 0; i < name->second; ++i) {
        bound_[name->first] = i;
        self(self, std::next(name));
      }
    };
    each(each, free.begin());
    return terms_.all(all);
  }

private:
  const SaidName* find(const std::string& name) const {
    const auto found = std::ranges::find(names_, name, &SaidName::name);
    return found == names_.end() ? nullptr : &*found;
  }
  /// A register, or `left`.
  std::optional<std::pair<AnyValue, spec::scalar::Type>> ofLane(const Piece& piece) const {
    if (piece.op[0] != '%' && (!state_ || piece.op != "left"))
      return std::nullopt;
    if (!state_)
      throw rejected(piece.at, fmt::format("{}: registers are named in invariants alone", piece.op));
    const auto found = state_->named(piece.op);
    if (!found.first.word)
      throw rejected(piece.at, fmt::format("no register is {}", piece.op));
    return found;
  }
  const SaidName& arrayNamed(const Piece& piece) const {
    const SaidName* const named = find(piece.op);
    if (!named || named->array < 0)
      throw rejected(piece.at, fmt::format("{} is no array of the launch", piece.op));
    return *named;
  }
  std::uint64_t countOf(const SaidName& name) const {
    const auto at = static_cast<std::size_t>(name.array);
    return any_.launch.arrays[at].bytes.size() / any_.elementBytes[at];
  }

  void findFree(const Piece& piece, std::set<std::string> bound, std::map<std::string, std::uint64_t>& free) const {
    if (piece.kind == Piece::Kind::Over)
      bound.insert(piece.args[0].op);
    if (piece.kind == Piece::Kind::Element && piece.args[0].kind == Piece::Kind::Name) {
      const std::string& index = piece.args[0].op;
      const bool isOfLane = index[0] == '%' || (state_ && index == "left");
      if (!isOfLane && !bound.contains(index) && !find(index)) {
        const std::uint64_t count = countOf(arrayNamed(piece));
        const auto [found, isNew] = free.try_emplace(index, count);
        if (found->second != count)
          throw rejected(piece.at, fmt::format("{} runs over all elements, {} of one array and {} of another", index,
                                               found->second, count));
      }
    }
    for (const Piece& part : piece.args)
      findFree(part, bound, free);
  }

  static bool isTruth(const Piece& piece) {
    static constexpr std::string_view kTruths[] = {"==>", "||", "&&", "==", "!=", "<=", ">=", "<", ">", "!"};
    if (piece.kind == Piece::Kind::Over)
      return piece.op == "all" || piece.op == "any";
    return (piece.kind == Piece::Kind::Binary || piece.kind == Piece::Kind::Unary) &&
           std::ranges::find(kTruths, piece.op) != std::end(kTruths);
  }

  /// Types of what stands in it, but for indexes.
  void findTypes(const Piece& piece, std::vector<spec::scalar::Type>& types) const {
    if (piece.kind == Piece::Kind::Element) {
      types.push_back(arrayNamed(piece).type);
      return;
    }
    if (piece.kind == Piece::Kind::Call) {
      const auto spelled = spec::scalar::formSpelled(piece.op);
      types.push_back(spelled->form.result(spelled->modes));
      return;
    }
    if (piece.kind == Piece::Kind::Name) {
      if (const auto own = ofLane(piece))
        types.push_back(own->second);
      else if (const SaidName* const name = find(piece.op); name && name->array < 0 && !bound_.contains(piece.op))
        types.push_back(name->type);
    }
    for (const Piece& part : piece.args)
      findTypes(part, types);
  }

  /// The widest of them; 0: there is none.
  unsigned widest(const Piece& piece) const {
    std::vector<spec::scalar::Type> types;
    findTypes(piece, types);
    unsigned width = 0;
    for (const spec::scalar::Type& type : types)
      width = std::max(width, type.width());
    return width;
  }

  /// Whether C takes it for a signed number of so many bits: those without a sign that are as wide make the others like
  /// them; what a comparison gives and numbers have a sign, places of a shift do not matter.
  struct Signs {
    bool isSigned = false, isUnsigned = false, isOther = false; ///< bits, floats
  };
  void findSigns(const Piece& piece, unsigned width, Signs& signs) const {
    if (isTruth(piece) || (piece.kind == Piece::Kind::Over && piece.op == "count"))
      return;
    if (piece.kind == Piece::Kind::Number) {
      signs.isUnsigned |= (piece.value >> (std::min(width, 64u) - 1)) != 0;
    } else if (piece.kind == Piece::Kind::Over) {
      findSigns(piece.args[3], width, signs);
    } else if (!piece.args.empty() && piece.kind != Piece::Kind::Element && piece.kind != Piece::Kind::Call) {
      const bool isShift = piece.op == "<<" || piece.op == ">>";
      for (const Piece& part : std::span(piece.args).first(isShift ? 1 : piece.args.size()))
        findSigns(part, width, signs);
    } else {
      std::vector<spec::scalar::Type> types;
      findTypes(piece, types);
      for (const spec::scalar::Type& type : types) {
        const bool isUnsigned = type.kind == spec::scalar::Kind::Unsigned;
        const bool isInt = type.isSigned() || (isUnsigned && type.width() < std::min(width, 32u));
        signs.isSigned |= isInt;
        signs.isUnsigned |= !isInt && isUnsigned && type.width() >= width;
        signs.isOther |= !isInt;
      }
    }
  }
  Signs signsOf(std::span<const Piece> pieces, unsigned width) const {
    Signs signs;
    for (const Piece& piece : pieces)
      findSigns(piece, width, signs);
    return signs;
  }
  static bool isSigned(const Signs& signs) { return !signs.isUnsigned && (signs.isSigned || !signs.isOther); }

  /// C computes no number of fewer bits than an int: where more than the lowest bits of a result show, nor do we.
  static unsigned atLeastInt(unsigned width) { return std::max(width, 32u); }
  /// A word that is there, or one of several.
  static bool isPlain(const Piece& piece) {
    if (piece.kind == Piece::Kind::Over)
      return (piece.op == "min" || piece.op == "max") && isPlain(piece.args[3]);
    return piece.kind != Piece::Kind::Unary && piece.kind != Piece::Kind::Binary;
  }
  /// The width of what is compared. Words that are only compared keep their own width.
  unsigned comparedWidth(std::span<const Piece> pieces, unsigned width) const {
    const Signs signs = signsOf(pieces, width);
    return std::ranges::all_of(pieces, isPlain) && !(signs.isSigned && signs.isUnsigned) ? width : atLeastInt(width);
  }

  /// A comparison with what is not there (an element, a quotient) never helps: it is false where it must be shown, and
  /// true where it is assumed.
  Term truth(const Piece& piece, bool isShown) {
    if (!isTruth(piece))
      throw rejected(piece.at, "a comparison belongs here");
    if (piece.kind == Piece::Kind::Over) {
      std::vector<Term> all;
      over(piece, [&] { all.push_back(truth(piece.args[3], isShown)); });
      return piece.op == "all" ? terms_.all(all) : terms_.any(all);
    }
    if (piece.op == "!")
      return ~truth(piece.args[0], !isShown);
    if (piece.op == "==>" || piece.op == "&&" || piece.op == "||") {
      const Term first = truth(piece.args[0], piece.op == "==>" ? !isShown : isShown);
      const bool ends = piece.op == "||"; // as in C: `i > 0 ==> in[i-1] == 0` asks for no element before the first
      if (first.isConstant() && first.isTrue() == ends)
        return terms_.truth(piece.op != "&&");
      const Term second = truth(piece.args[1], isShown);
      return piece.op == "==>" ? first.implies(second) : piece.op == "&&" ? first & second : first | second;
    }
    const Term before = std::exchange(nowhere_, terms_.truth(false));
    const Term holds = comparison(piece);
    const Term nowhere = std::exchange(nowhere_, before);
    if (isCounted_) { // a number within another comparison, which is to blame
      nowhere_ = nowhere_ | nowhere;
      return holds;
    }
    return isShown ? holds & ~nowhere : holds | nowhere;
  }

  /// As a number, 0 or 1.
  Term counted(const Piece& piece, unsigned width) {
    const bool before = std::exchange(isCounted_, true);
    const Term one = truth(piece, true);
    isCounted_ = before;
    return one.zext(width);
  }

  Term comparison(const Piece& piece) {
    const unsigned widest = this->widest(piece), own = widest == 0 ? 64 : widest;
    const bool isEquality = piece.op == "==" || piece.op == "!=";
    if (isTruth(piece.args[0]) && isTruth(piece.args[1]) && isEquality) {
      // as compilers turn a mask where lanes do not hold: of a ballot's bits both are one term
      const Term first = counted(piece.args[0], 1), second = counted(piece.args[1], 1);
      return first ^ (piece.op == "==" ? ~second : second);
    }
    const unsigned width = isEquality ? own : comparedWidth(piece.args, own);
    const Term a = word(piece.args[0], width), b = word(piece.args[1], width);
    if (isEquality)
      return piece.op == "==" ? a.eq(b) : a.ne(b);
    const bool areSigned = isSigned(signsOf(piece.args, width));
    const auto less = [&](Term x, Term y) { return areSigned ? x.slt(y) : x.ult(y); };
    if (piece.op == "<")
      return less(a, b);
    if (piece.op == ">")
      return less(b, a);
    return piece.op == "<=" ? ~less(b, a) : ~less(a, b);
  }

  /// The index of an element, or an end of a range: 64 bits, whatever stands around it.
  Term index(const Piece& piece) { return word(piece, 64); }

  std::uint64_t number(const Piece& piece) {
    const Term value = index(piece);
    if (!value.isConstant())
      throw rejected(piece.at, "this must be a number that is known");
    return static_cast<std::uint64_t>(value.value());
  }

  template <class Each> void over(const Piece& piece, const Each& each) {
    const std::uint64_t low = number(piece.args[1]), high = number(piece.args[2]);
    if (low == high + 1) // none: what stands before the first element, as in count(t, 0, i - 1, ..)
      return;
    const auto first = static_cast<std::int64_t>(low), last = static_cast<std::int64_t>(high);
    if (last < first)
      throw rejected(piece.at, fmt::format("from {} to {}: the last one stands before the first", first, last));
    if (high - low >= kMostTerms)
      throw rejected(piece.at, fmt::format("from {} to {}: at most {}", first, last, kMostTerms));
    const std::string& name = piece.args[0].op;
    if (find(name))
      throw rejected(piece.at, fmt::format("{} is of the launch already", name));
    const auto before = bound_;
    for (std::uint64_t i = 0; i <= high - low; ++i) {
      if (++pieces_ > kMostPieces)
        throw rejected(piece.at, fmt::format("more than {} pieces, one sum inside another one", kMostPieces));
      bound_[name] = low + i;
      each();
    }
    bound_ = before;
  }

  /// `old`: which memory, where it is not the one that is now.
  Term element(const Piece& piece, unsigned width, std::string_view old) {
    const bool isOld = !old.empty();
    if (old == "entry" && !state_)
      throw rejected(piece.at, "entry belongs to invariants: what was there when the warp came to the loop");
    const SaidName& name = arrayNamed(piece);
    const auto at = static_cast<std::size_t>(name.array);
    const ptx::Array& array = any_.launch.arrays[at];
    const unsigned size = any_.elementBytes[at];
    std::vector<Term> anything; // width 1, of each cell
    const auto cell = [&](std::uint64_t i) {
      anything.push_back(terms_.truth(false));
      if (state_ && old != "old") {
        const auto [word, isAny] = isOld ? state_->atEntry(at, i) : state_->now(at, i);
        anything.back() = isAny;
        return word;
      }
      if (isAfter_ && !isOld)
        return terms_.variable(8 * size, afterName(array, i));
      Term value;
      for (unsigned byte = 0; byte < size; ++byte) {
        const std::size_t place = i * size + byte;
        const Term one = any_.isInput[at][place]
                             ? terms_.variable(8 * size, inputName(array, i)).extract(8 * byte + 7, 8 * byte)
                             : terms_.constant(8, array.bytes[place]);
        value = value ? one.concat(value) : one;
      }
      return value;
    };
    const std::uint64_t count = countOf(name);
    const Term index = this->index(piece.args[0]);
    if (state_ && index.isConstant() && index.value() >= count) { // in another state it may be there
      nowhere_ = terms_.truth(true);
      return terms_.constant(width, 0);
    }
    if (index.isConstant() && index.value() >= count)
      throw rejected(piece.at, fmt::format("{}[{}]; it has {} elements", piece.op,
                                           static_cast<std::int64_t>(index.value()), count));
    Term value;
    if (index.isConstant()) {
      value = cell(static_cast<std::uint64_t>(index.value()));
    } else {
      std::vector<Term> cells;
      for (std::uint64_t i = 0; i < count; ++i)
        cells.push_back(cell(i));
      value = terms_.select(index, cells);
      nowhere_ = nowhere_ | ~index.ult(Bits(count));
    }
    if (state_)
      nowhere_ = nowhere_ | (anything.size() == 1 ? anything[0] : terms_.select(index, anything));
    return resized(value, name.type.isSigned(), width);
  }

  static Term resized(Term value, bool isSigned, unsigned width) {
    return value.width() >= width ? value.extract(width - 1, 0) : isSigned ? value.sext(width) : value.zext(width);
  }

  Term word(const Piece& piece, unsigned width) {
    const auto constant = [&](std::uint64_t value) { return terms_.constant(width, value & symbolic::onesOf(width)); };
    switch (piece.kind) {
    case Piece::Kind::Number:
      if (piece.value > symbolic::onesOf(width))
        throw rejected(piece.at, fmt::format("{} has more than {} bits, as many as the widest element beside it",
                                             piece.value, width));
      return constant(piece.value);
    case Piece::Kind::Decimal:
      if (width == 32)
        return constant(std::bit_cast<std::uint32_t>(std::strtof(piece.op.c_str(), nullptr)));
      if (width == 64)
        return constant(std::bit_cast<std::uint64_t>(std::strtod(piece.op.c_str(), nullptr)));
      throw rejected(piece.at, fmt::format("a number with a point has 32 or 64 bits, and not {}", width));
    case Piece::Kind::Call:
      return call(piece, width);
    case Piece::Kind::Name: {
      if (const auto bound = bound_.find(piece.op); bound != bound_.end())
        return constant(bound->second);
      if (const auto own = ofLane(piece)) {
        nowhere_ = nowhere_ | own->first.isAny();
        return resized(own->first.word, own->second.isSigned(), width);
      }
      const SaidName* const name = find(piece.op);
      if (name && name->array >= 0)
        throw rejected(piece.at, fmt::format("{} is an array of the launch, and no number", piece.op));
      if (!name)
        throw rejected(piece.at, fmt::format("{} is no name of the launch, and stands in no element alone", piece.op));
      return resized(name->value, name->type.isSigned(), width);
    }
    case Piece::Kind::Element:
      return element(piece, width, "");
    case Piece::Kind::Old:
      return element(piece.args[0], width, piece.op);
    case Piece::Kind::Over:
      return reduced(piece, width);
    case Piece::Kind::Unary: {
      if (piece.op == "!")
        break;
      const Term value = word(piece.args[0], width);
      return piece.op == "-" ? value.negated() : ~value;
    }
    default:
      break;
    }
    if (isTruth(piece))
      return counted(piece, width);
    for (unsigned i = 0; i < 2; ++i) // "in[t] * (t < n)" counts what holds
      if (piece.op == "*" && isTruth(piece.args[i]))
        return counted(piece.args[i], 1).ite(word(piece.args[1 - i], width), constant(0));
    if (piece.op.ends_with("f"))
      return floats(piece, piece.op, floatWord(piece.args[0], width), floatWord(piece.args[1], width));
    if (piece.op == "/" || piece.op == "%" || piece.op == ">>")
      return resized(ofAllBits(piece, atLeastInt(width)), false, width);
    const Term a = word(piece.args[0], width), b = word(piece.args[1], width);
    switch (piece.op[0]) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '&':
      return a & b;
    default:
      return a.shl(b);
    }
  }

  /// What the highest bits of an operand decide, too.
  Term ofAllBits(const Piece& piece, unsigned width) {
    const Term a = word(piece.args[0], width), b = word(piece.args[1], width);
    const bool areSigned = isSigned(signsOf({&piece, 1}, width));
    if (piece.op == ">>")
      return areSigned ? a.ashr(b) : a.lshr(b);
    nowhere_ = nowhere_ | b.eq(Bits(0));
    const auto [quotient, remainder] = areSigned ? dividedSigned(a, b) : dividedUnsigned(a, b);
    return piece.op == "/" ? quotient : remainder;
  }

  /// Places of a power of two: by one it is divided as compilers do it, for solvers are slow at long division.
  static std::optional<Term> placesOf(Term b) {
    const auto value = static_cast<std::uint64_t>(b.isConstant() ? b.value() : Bits(0));
    if (!std::has_single_bit(value))
      return std::nullopt;
    return b.terms().constant(b.width(), static_cast<Bits>(std::countr_zero(value)));
  }
  static symbolic::Division dividedUnsigned(Term a, Term b) {
    const auto places = placesOf(b);
    return places ? symbolic::Division{a.lshr(*places), a & (b - b.terms().constant(b.width(), 1))}
                  : symbolic::divideUnsigned(a, b);
  }
  /// Towards 0; a remainder has the sign of what is divided.
  static symbolic::Division dividedSigned(Term a, Term b) {
    const unsigned sign = a.width() - 1;
    const auto constant = [&](Bits value) { return a.terms().constant(a.width(), value); };
    if (const auto places = placesOf(b); places && !b.bit(sign).isTrue()) {
      const Term up = a + a.ashr(constant(sign)).lshr(constant(a.width()) - *places);
      return {up.ashr(*places), a - (up & ~(b - constant(1)))};
    }
    const auto turned = [](Term value, Term isNegative) { return isNegative.ite(value.negated(), value); };
    const auto [quotient, remainder] = dividedUnsigned(turned(a, a.bit(sign)), turned(b, b.bit(sign)));
    return {turned(quotient, a.bit(sign) ^ b.bit(sign)), turned(remainder, a.bit(sign))};
  }

  /// What is an operand of floats has their width: nothing is extended.
  Term floatWord(const Piece& piece, unsigned width) {
    const Piece& element = piece.kind == Piece::Kind::Old ? piece.args[0] : piece;
    unsigned own = width;
    if (element.kind == Piece::Kind::Element)
      own = arrayNamed(element).type.width();
    else if (const SaidName* const name = find(piece.op);
             piece.kind == Piece::Kind::Name && name && !bound_.contains(piece.op))
      own = name->type.width();
    if (own != width)
      throw rejected(piece.at, fmt::format("it has {} bits, and floats of {} are computed with", own, width));
    if ((piece.kind == Piece::Kind::Number && piece.op.empty()) ||
        (piece.kind == Piece::Kind::Name && bound_.contains(piece.op)))
      throw rejected(piece.at, "a float has a point, as 2.0, or is hexadecimal, its bits");
    return word(piece, width);
  }

  Term floats(const Piece& piece, std::string_view sign, Term a, Term b) {
    const std::string opcode = fmt::format("{}.rn.f{}",
                                           sign[0] == '+'   ? "add"
                                           : sign[0] == '-' ? "sub"
                                                            : "mul",
                                           a.width());
    const auto spelled = spec::scalar::formSpelled(opcode);
    if (!spelled)
      throw rejected(piece.at, fmt::format("there are no floats of {} bits", a.width()));
    return applied(terms_, functions_, spelled->form, spelled->modes, std::array{a, b});
  }

  Term call(const Piece& piece, unsigned width) {
    const auto [form, modes] = *spec::scalar::formSpelled(piece.op);
    if (form.result(modes).width() != width)
      throw rejected(piece.at, fmt::format("{} gives {} bits, and {} stand beside it", piece.op,
                                           form.result(modes).width(), width));
    std::vector<Term> sources;
    for (unsigned i = 0; i < piece.args.size(); ++i)
      sources.push_back(floatWord(piece.args[i], form.source(i, modes).width()));
    return applied(terms_, functions_, form, modes, sources);
  }

  /// From left to right, neighbours first, or those first that are half of the range apart.
  Term floatSum(const Piece& piece, unsigned width) {
    std::vector<Term> all;
    if (piece.args.size() == 5)
      all.push_back(floatWord(piece.args[4], width));
    over(piece, [&] { all.push_back(floatWord(piece.args[3], width)); });
    if (piece.op != "sumf" && !std::has_single_bit(all.size()))
      throw rejected(piece.at, fmt::format("{} of {} numbers; 2, 4, 8, .. can be halved", piece.op, all.size()));
    if (all.empty())
      throw rejected(piece.at, fmt::format(kOfNone, piece.op));
    while (all.size() > 1) {
      if (piece.op == "sumf") {
        all[1] = floats(piece, "+f", all[0], all[1]);
        all.erase(all.begin());
        continue;
      }
      const std::size_t half = all.size() / 2;
      for (std::size_t i = 0; i < half; ++i)
        all[i] = piece.op == "sumf_near" ? floats(piece, "+f", all[2 * i], all[2 * i + 1])
                                         : floats(piece, "+f", all[i], all[i + half]);
      all.resize(half);
    }
    return all[0];
  }

  /// As many as in both halves, as a word's ones are counted (PTX-24): where these are the bits of a ballot both are
  /// one term, and no solver need find that out.
  static Term countOf(std::span<const Term> holds) {
    if (holds.size() == 1)
      return holds[0];
    const std::size_t half = holds.size() / 2;
    const Term low = countOf(holds.first(half)), high = countOf(holds.last(half));
    return low.zext(low.width() + 1) + high.zext(high.width() + 1);
  }
  Term count(const Piece& piece, unsigned width, std::size_t least) {
    std::vector<Term> holds;
    over(piece, [&] { holds.push_back(counted(piece.args[3], 1)); });
    holds.resize(std::bit_ceil(std::max(holds.size(), least)), terms_.truth(false));
    return resized(countOf(holds), false, width);
  }

  Term reduced(const Piece& piece, unsigned width) {
    if (piece.op == "count")
      return count(piece, width, 32);
    if (piece.op == "all" || piece.op == "any")
      return counted(piece, width);
    if (piece.op.starts_with("sumf"))
      return floatSum(piece, width);
    const std::span<const Piece> body(&piece.args[3], 1);
    const bool isSum = piece.op == "sum";
    const unsigned wide = isSum ? width : comparedWidth(body, width);
    const bool areSigned = !isSum && isSigned(signsOf(body, wide));
    Term all;
    over(piece, [&] {
      const Term one = word(piece.args[3], wide);
      if (!all) {
        all = one;
        return;
      }
      if (isSum) {
        all = all + one;
        return;
      }
      const Term isLess = areSigned ? one.slt(all) : one.ult(all);
      all = piece.op == "min" ? isLess.ite(one, all) : isLess.ite(all, one);
    });
    if (!all && isSum)
      return terms_.constant(width, 0);
    if (!all)
      throw rejected(piece.at, fmt::format(kOfNone, piece.op));
    return resized(all, false, width);
  }

  Terms& terms_;
  FloatFunctions& functions_;
  const AnyLaunch& any_;
  const std::vector<SaidName>& names_;
  const bool isAfter_;
  const LaneState* const state_; ///< of an invariant
  std::map<std::string, std::uint64_t> bound_;
  std::uint64_t pieces_ = 0; ///< of sums, so far
  Term nowhere_;             ///< width 1: something in the comparison is an element or a quotient that is not there
  bool isCounted_ = false;   ///< a comparison is a number within another
};

} // namespace

struct Ghosts::All {
  GhostList list;
};
Ghosts::Ghosts() : all_(std::make_unique<All>()) {}
Ghosts::~Ghosts() = default;

spec::Result<void> Ghosts::add(std::string_view text, const std::vector<SaidName>& names) {
  try {
    Ghost made = Reader(text, all_->list).ghost();
    if (std::ranges::find(names, made.name, &SaidName::name) != names.end())
      throw rejected(0, fmt::format("{} is of the launch already", made.name));
    all_->list.push_back(std::move(made));
    return {};
  } catch (const spec::Rejection& rejection) {
    return rejection;
  }
}

spec::Result<Term> meaningOf(std::string_view text, Terms& terms, FloatFunctions& functions, const AnyLaunch& any,
                             const std::vector<SaidName>& names, bool isAfter, const Ghosts& ghosts) {
  try {
    return Builder(terms, functions, any, names, isAfter).forAll(Reader(text, ghosts.all_->list).whole());
  } catch (const spec::Rejection& rejection) {
    return rejection;
  }
}

spec::Result<std::function<Term(const LaneState&)>>
meaningAtHead(std::string_view text, Terms& terms, FloatFunctions& functions, const AnyLaunch& any,
              const std::vector<SaidName>& names, const Ghosts& ghosts, const LaneState& example, bool isWord) {
  try {
    const auto piece = std::make_shared<const Piece>(Reader(text, ghosts.all_->list).whole());
    std::function<Term(const LaneState&)> meaning = [&terms, &functions, &any, &names, piece,
                                                     isWord](const LaneState& state) {
      Builder builder(terms, functions, any, names, false, &state);
      return isWord ? builder.measure(*piece) : builder.forAll(*piece);
    };
    meaning(example);
    return meaning;
  } catch (const spec::Rejection& rejection) {
    return rejection;
  }
}

} // namespace warplaw::proofs::kernels

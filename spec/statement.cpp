// Statements and definitions are read by recursive descent, a function a level of precedence; the first rejection
// counts.
#include "spec/statement.h"
#include "spec/operand.h"
#include "spec/text.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <span>

namespace warplaw::spec {
namespace {
using Op = StatementOp;

constexpr std::string_view kOperand =
    "a number, lane, R0[..]..R254[..], P0[..]..P6[..], old, active[..], sum(..), all(..), "
    "any(..), exited[..], defined(..), !, ~, - or (";

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isWordPart(char c) { return isLetter(c) || isDigit(c); }

/// An operator, and which words it may be followed by.
struct Infix {
  std::string_view text;
  Op op;
  bool swaps = false;       ///< a > b is b < a
  bool hasSides = false;    ///< may be followed by s or u
  std::string_view no = {}; ///< characters that make it another operator
};
constexpr Infix kComparisons[] = {{"==", Op::Equal, false, false, ">"}, {"!=", Op::NotEqual},
                                  {"<=", Op::LessOrEqual, false, true}, {">=", Op::LessOrEqual, true, true},
                                  {"<", Op::Less, false, true, "<"},    {">", Op::Less, true, true, ">"}};
constexpr Infix kOr[] = {{"||", Op::Or}}, kAnd[] = {{"&&", Op::And}};
constexpr Infix kBitOr[] = {{"|", Op::BitOr, false, false, "|"}}, kBitXor[] = {{"^", Op::BitXor}};
constexpr Infix kBitAnd[] = {{"&", Op::BitAnd, false, false, "&"}};
constexpr Infix kShifts[] = {{"<<", Op::ShiftLeft}, {">>", Op::ShiftRight, false, true}};
constexpr Infix kSums[] = {{"+", Op::Add}, {"-", Op::Subtract}};
constexpr Infix kProducts[] = {{"*", Op::Multiply}};
/// From the loosest to the tightest; all lean to the left. Bitwise operators bind tighter than comparisons.
constexpr std::span<const Infix> kLevels[] = {kOr,     kAnd,    kComparisons, kBitOr,   kBitXor,
                                              kBitAnd, kShifts, kSums,        kProducts};

class Parser {
public:
  Parser(std::string_view text, std::span<const Definition> definitions) : text_(text), definitions_(definitions) {}

  Result<Statement> whole() {
    Statement statement = conditional();
    skipBlanks();
    if (at_ < text_.size())
      reject(at_, fmt::format("{} comes after the end of the statement", seen(at_)), "an operator, or the end");
    if (rejection_)
      return *rejection_;
    return statement;
  }

  /// SET <==> EXPR.
  Result<Exactly> exactly() {
    Exactly read;
    read.set = conditional();
    expect("<==>");
    auto statement = whole();
    if (!statement)
      return statement.error();
    read.statement = std::move(*statement);
    return read;
  }

  /// NAME(PARAMETER) = EXPR.
  Result<Definition> definition() {
    Definition read;
    read.name = variable();
    bound_ = {read.name}; // it does not stand for itself
    expect("(");
    read.parameter = variable();
    expect(")");
    expect("=");
    bound_ = {read.parameter};
    auto body = whole();
    if (!body)
      return body.error();
    read.body = std::move(*body);
    return read;
  }

private:
  void reject(std::size_t position, std::string message, std::string_view accepted) {
    if (!rejection_)
      rejection_ = Rejection{"statement", std::move(message), std::string(accepted), position};
    at_ = text_.size(); // nothing more is read
  }
  std::string seen(std::size_t position) const {
    return position < text_.size() ? quoted(text_.substr(position, 12)) : "the end";
  }
  void skipBlanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t'))
      ++at_;
  }
  bool accept(std::string_view what, std::string_view unlessFollowedBy = {}) {
    skipBlanks();
    const std::string_view rest = text_.substr(at_);
    if (!rest.starts_with(what) ||
        (rest.size() > what.size() && unlessFollowedBy.find(rest[what.size()]) != std::string_view::npos))
      return false;
    at_ += what.size();
    return true;
  }
  void expect(std::string_view what) {
    if (!accept(what))
      reject(at_, fmt::format("{} where {} belongs", seen(at_), quoted(what)), quoted(what));
  }
  /// A letter right behind an operator.
  bool suffix(char letter) {
    if (at_ >= text_.size() || text_[at_] != letter || (at_ + 1 < text_.size() && isWordPart(text_[at_ + 1])))
      return false;
    ++at_;
    return true;
  }
  Signedness side() {
    return suffix('s') ? Signedness::Signed : suffix('u') ? Signedness::Unsigned : Signedness::Unsaid;
  }
  std::string_view word() {
    skipBlanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && isWordPart(text_[at_]))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }
  Statement node(Op op, std::size_t position, std::vector<Statement> args = {}) const {
    Statement statement;
    statement.op = op;
    statement.position = position;
    statement.args = std::move(args);
    return statement;
  }

  Statement conditional() {
    if (++depth_ > kDeepest)
      reject(at_, "statements are nested too deeply", fmt::format("at most {} levels", kDeepest));
    Statement condition = implication();
    skipBlanks();
    const std::size_t position = at_;
    if (accept("?")) {
      Statement then = conditional();
      expect(":");
      Statement otherwise = conditional();
      condition = node(Op::Choose, position, {std::move(condition), std::move(then), std::move(otherwise)});
    }
    --depth_;
    return condition;
  }

  Statement implication() {
    Statement left = infix(0);
    skipBlanks();
    const std::size_t position = at_;
    if (!accept("==>"))
      return left;
    Statement right = implication(); // leans to the right
    return node(Op::Implies, position, {std::move(left), std::move(right)});
  }

  const Infix* operatorOf(std::span<const Infix> level) {
    for (const Infix& candidate : level) {
      skipBlanks();
      const bool isArrow = text_.substr(at_).starts_with("==>") || text_.substr(at_).starts_with("<==>");
      if (!isArrow && accept(candidate.text, candidate.no))
        return &candidate;
    }
    return nullptr;
  }

  Statement infix(std::size_t level) {
    if (level == std::size(kLevels))
      return prefix();
    Statement left = infix(level + 1);
    std::optional<Op> before; // the operator to the left, of this level
    for (;;) {
      skipBlanks();
      const std::size_t position = at_;
      const Infix* const found = operatorOf(kLevels[level]);
      if (!found)
        return left;
      const Signedness signedness = found->hasSides ? side() : Signedness::Unsaid;
      const Op op = found->op == Op::Add && suffix('f') ? Op::FloatAdd : found->op;
      if (before && (op == Op::FloatAdd || before == Op::FloatAdd))
        reject(position, "sums of floats depend on how they are grouped", "( and ) around one of the sums");
      before = op;
      Statement right = infix(level + 1);
      if (found->swaps)
        std::swap(left, right);
      left = node(op, position, {std::move(left), std::move(right)});
      left.signedness = signedness;
    }
  }

  Statement prefix() {
    skipBlanks();
    const std::size_t position = at_;
    for (const auto& [text, op] : {std::pair{"!", Op::Not}, {"~", Op::Complement}, {"-", Op::Negate}})
      if (accept(text, *text == '!' ? "=" : "")) {
        if (++depth_ > kDeepest)
          reject(at_, "statements are nested too deeply", fmt::format("at most {} levels", kDeepest));
        Statement operand = prefix();
        --depth_;
        return node(op, position, {std::move(operand)});
      }
    if (accept("(")) {
      Statement inner = conditional();
      expect(")");
      return inner;
    }
    return operand(position);
  }

  Statement operand(std::size_t position) {
    std::string_view name = word();
    if (name.empty() || isDigit(name.front()))
      return number(position, name);
    if (name == "lane")
      return node(Op::Lane, position);
    for (const auto& [text, op] : {std::pair{"sum", Op::Sum}, {"all", Op::All}, {"any", Op::Any}})
      if (name == text)
        return over(position, op);
    if (name == "defined")
      return defined(position);
    if (std::ranges::find(bound_, name) != bound_.end()) {
      Statement variable = node(Op::Bound, position);
      variable.name = name;
      return variable;
    }
    if (const auto found = std::ranges::find(definitions_, name, &Definition::name); found != definitions_.end())
      return applied(position, *found);
    if (name != "old")
      return place(position, name, false);
    skipBlanks();
    const std::size_t behind = at_;
    return place(behind, word(), true);
  }

  /// defined(R1[..]), defined(P0[..]).
  Statement defined(std::size_t position) {
    expect("(");
    skipBlanks();
    const std::size_t at = at_;
    Statement cell = place(at, word(), false);
    if (cell.op != Op::Register && cell.op != Op::Predicate)
      reject(at, "this is always promised", "R0[..]..R254[..] or P0[..]..P6[..]");
    expect(")");
    return node(Op::Defined, position, {std::move(cell)});
  }

  Statement number(std::size_t position, std::string_view digits) {
    Statement read = node(Op::Number, position);
    const bool hexadecimal = digits.starts_with("0x");
    const std::string_view body = digits.substr(hexadecimal ? 2 : 0);
    const auto [end, error] =
        std::from_chars(body.data(), body.data() + body.size(), read.value, hexadecimal ? 16 : 10);
    if (digits.empty())
      reject(position, fmt::format("{} begins nothing that is known here", seen(position)), kOperand);
    else if (error != std::errc() || end != body.data() + body.size() || read.value < 0 || read.value > 0xffffffff ||
             (!hexadecimal && digits.size() > 1 && digits.front() == '0'))
      reject(position, fmt::format("{} is no number", quoted(digits)), "0..4294967295, or 0x0..0xffffffff");
    return read;
  }

  /// The definition's body, every place in which is that of its name here.
  Statement applied(std::size_t position, const Definition& definition) {
    expect("(");
    Statement given = conditional();
    expect(")");
    Statement body = definition.body;
    if ((nodes_ += moved(body, position)) > kMostNodes)
      reject(position, "definitions within definitions make this too large",
             fmt::format("at most {} operators", kMostNodes));
    Statement with = node(Op::With, position, {std::move(given), std::move(body)});
    with.name = definition.parameter;
    return with;
  }
  /// How many nodes were moved.
  static std::size_t moved(Statement& statement, std::size_t position) {
    std::size_t count = 1;
    statement.position = position;
    for (Statement& arg : statement.args)
      count += moved(arg, position);
    return count;
  }

  /// The name of something that is bound here.
  std::string variable() {
    skipBlanks();
    const std::size_t at = at_;
    std::string name(word());
    const bool isTaken = name == "lane" || name == "old" || name == "active" || name == "exited" || name == "defined" ||
                         name == "s" || name == "u" || name == "f" || std::ranges::find(bound_, name) != bound_.end() ||
                         std::ranges::find(definitions_, name, &Definition::name) != definitions_.end();
    if (name.empty() || !isLetter(name.front()) || !std::islower(static_cast<unsigned char>(name.front())) || isTaken)
      reject(at, fmt::format("{} is no name for a variable{}", seen(at), isTaken ? ", it is taken" : ""),
             "a word of lower-case letters, such as k");
    return name;
  }

  /// sum(k, from, to, of k).
  Statement over(std::size_t position, Op op) {
    expect("(");
    const std::string name = variable();
    expect(",");
    Statement from = conditional();
    expect(",");
    Statement to = conditional();
    expect(",");
    bound_.push_back(name);
    Statement of = conditional();
    bound_.pop_back();
    expect(")");
    Statement all = node(op, position, {std::move(from), std::move(to), std::move(of)});
    all.name = name;
    return all;
  }

  /// R1[..], P0[..], active[..].
  Statement place(std::size_t position, std::string_view name, bool old) {
    Statement read = node(name.starts_with('R') ? Op::Register : Op::Predicate, position);
    read.old = old;
    const std::int64_t count = read.op == Op::Register ? kRegisters : kPredicates;
    const std::string_view digits = name.substr(std::min<std::size_t>(1, name.size()));
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), read.value);
    const bool isNumbered = (name.starts_with('R') || name.starts_with('P')) && error == std::errc() &&
                            end == digits.data() + digits.size() && (digits.size() == 1 || digits.front() != '0') &&
                            read.value >= 0 && read.value < count;
    if (name == "active" && !old)
      read.op = Op::Active;
    else if (name == "exited" && !old)
      read.op = Op::Exited;
    else if (!isNumbered)
      reject(position, fmt::format("{} is not known here", seen(position)),
             old ? "R0[..]..R254[..] or P0[..]..P6[..]" : kOperand);
    expect("[");
    read.args.push_back(conditional());
    expect("]");
    return read;
  }

  static constexpr unsigned kDeepest = 100;
  static constexpr std::size_t kMostNodes = 20000; ///< that definitions stand for
  std::string_view text_;
  std::span<const Definition> definitions_;
  std::size_t nodes_ = 0;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
  std::vector<std::string> bound_;
  std::optional<Rejection> rejection_;
};

bool mentions(const Statement& statement, Op op) {
  return statement.op == op ||
         std::ranges::any_of(statement.args, [op](const Statement& arg) { return mentions(arg, op); });
}

std::optional<Rejection> tooLong(std::string_view text) {
  if (text.size() <= kMaxStatementBytes)
    return {};
  return Rejection{"statement", "the statement is too long", fmt::format("at most {} bytes", kMaxStatementBytes),
                   kMaxStatementBytes};
}

} // namespace

Result<Statement> parseStatement(std::string_view text, std::span<const Definition> definitions) {
  if (const auto fault = tooLong(text))
    return *fault;
  return Parser(text, definitions).whole();
}

Result<Definition> parseDefinition(std::string_view text, std::span<const Definition> definitions) {
  if (const auto fault = tooLong(text))
    return *fault;
  return Parser(text, definitions).definition();
}

Result<Exactly> parseExactly(std::string_view text, std::span<const Definition> definitions) {
  if (const auto fault = tooLong(text))
    return *fault;
  return Parser(text, definitions).exactly();
}

Statement implication(Statement condition, Statement conclusion) {
  Statement both;
  both.op = Op::Implies;
  both.args = {std::move(condition), std::move(conclusion)};
  return both;
}

Statement inLane(Statement statement, unsigned lane) {
  if (statement.op == Op::Lane) {
    statement.op = Op::Number;
    statement.value = lane;
  }
  for (Statement& arg : statement.args)
    arg = inLane(std::move(arg), lane);
  return statement;
}

bool mentionsLane(const Statement& statement) { return mentions(statement, Op::Lane); }
bool mentionsActive(const Statement& statement) { return mentions(statement, Op::Active); }
bool mentionsExited(const Statement& statement) { return mentions(statement, Op::Exited); }
bool mentionsDefined(const Statement& statement) { return mentions(statement, Op::Defined); }

} // namespace warplaw::spec

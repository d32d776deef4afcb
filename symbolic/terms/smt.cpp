// A query as SMT-LIB text (QF_BV, or QF_BVFP where floats are added or compared), from our own printer: the same bytes
// for the same query, so that they can be a cache key.
#include "symbolic/terms/smt.h"
#include "symbolic/terms/float_format.h"
#include "symbolic/terms/smt_words.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <cassert>
#include <unordered_map>

namespace warplaw::symbolic {
namespace {

constexpr unsigned kInlineDepth = 24; ///< solvers' parsers recurse: what nests deeper gets a name

/// Prints one query. Nodes are numbered in the order of the walk over it.
class Printer {
public:
  explicit Printer(const Query& query)
      : query_(query), roots_(rootsOf(query)), walk_(roots_), names_(walk_.nodes().size()) {}

  std::string print() {
    out_.reserve(walk_.nodes().size() * 48 + 256);
    chooseNames();
    out_ += hasFloats() ? kFloatLogic : "(set-logic QF_BV)\n";
    out_ += "(set-option :produce-models true)\n";
    for (const Node* node : walk_.nodes())
      declare(*node);
    for (const Node* node : walk_.nodes()) {
      if (isDefined(*node))
        define(*node);
      if (node->op == Op::FloatAdd)
        defineFloat(*node);
    }
    writeCongruence();
    for (const Term assumption : query_.assumptions)
      writeAssert(assumption, false);
    if (query_.goal)
      writeAssert(query_.goal, true);
    out_ += "(check-sat)\n";
    writeGetValue();
    return std::move(out_);
  }

private:
  enum class Named : std::uint8_t { No, Defined, Fresh };
  struct Name {
    Named named = Named::No;
    std::uint32_t number = 0;
    std::uint32_t depth = 0;
  };

  static std::vector<Term> rootsOf(const Query& query) {
    std::vector<Term> roots = query.assumptions;
    roots.push_back(query.goal);
    return roots;
  }

  bool hasFloats() const {
    return std::any_of(walk_.nodes().begin(), walk_.nodes().end(),
                       [](const Node* node) { return node->op == Op::FloatAdd || node->op == Op::FloatLess; });
  }

  Name& nameOf(const Node& node) { return names_[walk_.indexOf(&node)]; }
  bool isDefined(const Node& node) { return nameOf(node).named == Named::Defined; }
  static bool isLeaf(const Node& node) { return node.op == Op::Constant || node.op == Op::Variable; }

  /// What is used twice, what is used as an index, and what nests deep, gets a name.
  void chooseNames() {
    std::vector<std::uint32_t> uses(walk_.nodes().size());
    for (const Node* node : walk_.nodes())
      for (std::uint32_t i = 0; i < node->argCount; ++i) {
        const bool repeated = node->op == Op::Apply || (node->op == Op::Select && (i == 0 || i + 1 == node->argCount));
        uses[walk_.indexOf(node->args[i])] += repeated ? 2 : 1;
      }
    for (const Term root : roots_)
      if (root)
        ++uses[walk_.indexOf(root.node())];
    std::uint32_t defined = 0;
    std::unordered_map<std::string_view, std::uint32_t> applications;
    for (const Node* node : walk_.nodes()) {
      if (isLeaf(*node))
        continue;
      Name& name = nameOf(*node);
      if (node->op == Op::Apply) {
        name = {Named::Fresh, applications[node->name]++, 0};
        continue;
      }
      if (node->op == Op::FloatAdd) {
        name = {Named::Fresh, ++floats_, 0};
        continue;
      }
      for (std::uint32_t i = 0; i < node->argCount; ++i)
        name.depth = std::max(name.depth, nameOf(*node->args[i]).depth + 1);
      if (uses[walk_.indexOf(node)] > 1 || name.depth > kInlineDepth)
        name = {Named::Defined, ++defined, 0};
    }
  }

  void declare(const Node& node) {
    if (node.op != Op::Variable && node.op != Op::Apply && node.op != Op::FloatAdd)
      return;
    out_ += "(declare-fun ";
    write(node);
    out_ += " () ";
    writeSort(out_, node.width);
    out_ += ")\n";
  }

  void define(const Node& node) {
    out_ += "(define-fun ";
    write(node);
    out_ += " () ";
    writeSort(out_, node.width);
    out_ += ' ';
    writeBody(node);
    out_ += ")\n";
  }

  /// The number that a sum is, by the name "$n.." and its bits, by the name "$f..": to numbers all NaNs are one, so
  /// that bits are what has the number (of a NaN: what is said here).
  void defineFloat(const Node& node) {
    out_ += "(define-fun ";
    writeFloat(node);
    out_ += " () (_ FloatingPoint ";
    writeFormat(out_, node.width);
    out_ += ") (fp.add RNE ";
    writeFloat(*node.args[0]);
    out_ += ' ';
    writeFloat(*node.args[1]);
    out_ += "))\n(assert (ite (fp.isNaN ";
    writeFloat(node);
    out_ += ") (= ";
    write(node);
    out_ += ' ';
    writeConstant(out_, node.width, floatFormat(node.width).nan());
    out_ += ") (= ";
    writeRead(node);
    out_ += ' ';
    writeFloat(node);
    out_ += ")))\n";
  }
  void writeFloat(const Node& node) {
    if (node.op == Op::FloatAdd) {
      out_ += "$n";
      return writeNumber(out_, nameOf(node).number);
    }
    writeRead(node);
  }
  /// The number that a word's bits say.
  void writeRead(const Node& node) {
    out_ += "((_ to_fp ";
    writeFormat(out_, node.width);
    out_ += ") ";
    write(node);
    out_ += ')';
  }
  void writeFloatLess(const Node& node) {
    out_ += "(fp.lt ";
    writeFloat(*node.args[0]);
    out_ += ' ';
    writeFloat(*node.args[1]);
    out_ += ')';
  }

  void write(const Node& node) {
    if (node.op == Op::Variable)
      return writeName(out_, node.name);
    if (node.op == Op::Constant) {
      if (node.width == 1)
        out_ += node.value ? "true" : "false";
      else
        writeConstant(out_, node.width, node.value);
      return;
    }
    const Name& name = nameOf(node);
    if (name.named == Named::No)
      return writeBody(node);
    if (name.named == Named::Defined) {
      out_ += '$';
      writeNumber(out_, name.number);
      return;
    }
    if (node.op == Op::FloatAdd) {
      out_ += "$f";
      return writeNumber(out_, name.number);
    }
    out_ += "|$";
    out_ += node.name;
    out_ += '.';
    writeNumber(out_, name.number);
    out_ += '|';
  }

  void writeApplied(std::string_view function, const Node& node) {
    out_ += '(';
    out_ += function;
    for (std::uint32_t i = 0; i < node.argCount; ++i) {
      out_ += ' ';
      write(*node.args[i]);
    }
    out_ += ')';
  }

  void writeBody(const Node& node) {
    switch (node.op) {
    case Op::Concat:
      return writeConcat(node);
    case Op::Extract:
      return writeExtract(node);
    case Op::Zext:
    case Op::Sext:
      return writeWidened(node);
    case Op::Select:
      return writeSelect(node);
    case Op::FloatLess:
      return writeFloatLess(node);
    case Op::Neg:
    case Op::Shl:
    case Op::Lshr:
    case Op::Ashr:
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle:
      if (node.args[0]->width == 1)
        return writeTruth(node);
      [[fallthrough]];
    default:
      return writeApplied(operatorOf(node), node);
    }
  }

  /// What arithmetic on one bit comes to.
  void writeTruth(const Node& node) {
    switch (node.op) {
    case Op::Neg:
    case Op::Ashr:
      return write(*node.args[0]);
    case Op::Ult:
      return writeTruth("(and (not ", node, ") ", ")");
    case Op::Ule:
      return writeTruth("(or (not ", node, ") ", ")");
    case Op::Sle:
      return writeTruth("(or ", node, " (not ", "))"); // 1 is -1
    default:
      return writeTruth("(and ", node, " (not ", "))"); // Shl, Lshr, Slt
    }
  }
  void writeTruth(std::string_view open, const Node& node, std::string_view middle, std::string_view close) {
    out_ += open;
    write(*node.args[0]);
    out_ += middle;
    write(*node.args[1]);
    out_ += close;
  }

  void writeAsBits(const Node& node) {
    if (node.width != 1)
      return write(node);
    out_ += "(ite ";
    write(node);
    out_ += " #b1 #b0)";
  }

  void writeConcat(const Node& node) {
    out_ += "(concat ";
    writeAsBits(*node.args[0]);
    out_ += ' ';
    writeAsBits(*node.args[1]);
    out_ += ')';
  }

  void writeExtract(const Node& node) {
    const Node& from = *node.args[0];
    if (from.width == 1)
      return write(from);
    if (node.width == 1)
      out_ += "(= ";
    out_ += "((_ extract ";
    writeNumber(out_, static_cast<unsigned>(node.value) + node.width - 1);
    out_ += ' ';
    writeNumber(out_, static_cast<unsigned>(node.value));
    out_ += ") ";
    write(from);
    out_ += ')';
    if (node.width == 1)
      out_ += " #b1)";
  }

  void writeWidened(const Node& node) {
    const Node& from = *node.args[0];
    if (from.width == node.width)
      return write(from);
    if (from.width == 1) {
      out_ += "(ite ";
      write(from);
      out_ += ' ';
      writeConstant(out_, node.width, node.op == Op::Sext ? onesOf(node.width) : 1);
      out_ += ' ';
      writeConstant(out_, node.width, 0);
      out_ += ')';
      return;
    }
    out_ += node.op == Op::Zext ? "((_ zero_extend " : "((_ sign_extend ";
    writeNumber(out_, node.width - from.width);
    out_ += ") ";
    write(from);
    out_ += ')';
  }

  void writeIndexBit(const Node& index, unsigned bit) {
    if (index.width == 1)
      return write(index);
    out_ += "(= ((_ extract ";
    writeNumber(out_, bit);
    out_ += ' ';
    writeNumber(out_, bit);
    out_ += ") ";
    write(index);
    out_ += ") #b1)";
  }

  /// Cells [base, base + 2^bits) of a Select; an index past the last cell reads the last cell.
  void writeMux(const Node& node, unsigned bits, std::uint32_t base) {
    const std::uint32_t last = node.argCount - 2;
    if (bits == 0 || base >= last)
      return write(*node.args[1 + std::min(base, last)]);
    const std::uint32_t middle = base + (1u << (bits - 1));
    if (middle > last) { // the upper half reads the last cell throughout
      out_ += "(ite ";
      writeIndexBit(*node.args[0], bits - 1);
      out_ += ' ';
      write(*node.args[1 + last]);
    } else {
      out_ += "(ite ";
      writeIndexBit(*node.args[0], bits - 1);
      out_ += ' ';
      writeMux(node, bits - 1, middle);
    }
    out_ += ' ';
    writeMux(node, bits - 1, base);
    out_ += ')';
  }

  void writeSelect(const Node& node) {
    const Node& index = *node.args[0];
    const std::uint32_t cells = node.argCount - 1;
    unsigned bits = 0;
    while ((std::uint64_t{1} << bits) < cells)
      ++bits;
    const bool beyond = bits < index.width && cells > 1;
    if (beyond) {
      out_ += "(ite (= ((_ extract ";
      writeNumber(out_, index.width - 1);
      out_ += ' ';
      writeNumber(out_, bits);
      out_ += ") ";
      write(index);
      out_ += ") ";
      writeConstant(out_, index.width - bits, 0);
      out_ += ") ";
    }
    writeMux(node, bits, 0);
    if (beyond) {
      out_ += ' ';
      write(*node.args[cells]);
      out_ += ')';
    }
  }

  /// Equal arguments give equal results: for each pair of applications of one function that could have equal
  /// arguments.
  void writeCongruence() {
    const auto& nodes = walk_.nodes();
    std::vector<const Node*> applications;
    for (const Node* node : nodes)
      if (node->op == Op::Apply)
        applications.push_back(node);
    for (std::size_t i = 0; i < applications.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (mayAgree(*applications[j], *applications[i]))
          writeCongruence(*applications[j], *applications[i]);
  }

  static bool mayAgree(const Node& f, const Node& g) {
    if (f.name != g.name || f.width != g.width || f.argCount != g.argCount)
      return false;
    for (std::uint32_t i = 0; i < f.argCount; ++i) {
      const Node &a = *f.args[i], &b = *g.args[i];
      if (a.width != b.width || (a.op == Op::Constant && b.op == Op::Constant && a.value != b.value))
        return false;
    }
    return true;
  }

  void writeCongruence(const Node& f, const Node& g) {
    out_ += "(assert (=> (and true";
    for (std::uint32_t i = 0; i < f.argCount; ++i)
      if (f.args[i] != g.args[i])
        writeEquality(*f.args[i], *g.args[i]);
    out_ += ')';
    writeEquality(f, g);
    out_ += "))\n";
  }

  void writeEquality(const Node& a, const Node& b) {
    out_ += " (= ";
    write(a);
    out_ += ' ';
    write(b);
    out_ += ')';
  }

  void writeAssert(Term term, bool negated) {
    assert(term.width() == 1);
    out_ += negated ? "(assert (not " : "(assert ";
    write(*term.node());
    out_ += negated ? "))\n" : ")\n";
  }

  void writeGetValue() {
    bool any = false;
    for (const Node* node : walk_.nodes()) {
      if (node->op != Op::Variable && node->op != Op::Apply)
        continue;
      out_ += any ? " " : "(get-value (";
      write(*node);
      any = true;
    }
    if (any)
      out_ += "))\n";
  }

  const Query& query_;
  std::vector<Term> roots_;
  Walk walk_;
  std::vector<Name> names_;
  std::uint32_t floats_ = 0; ///< sums of floats
  std::string out_;
};

} // namespace

std::string smtLib(const Query& query) { return Printer(query).print(); }

} // namespace warplaw::symbolic

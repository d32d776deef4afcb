// Terms: bit-vector expressions, hash-consed and folded when built.
#include "symbolic/terms/term.h"
#include "symbolic/terms/float_format.h"
#include "symbolic/terms/fold.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <memory_resource>
#include <unordered_map>

namespace warplaw::symbolic {
namespace {

std::uint64_t mix(std::uint64_t h, std::uint64_t v) {
  h = (h ^ v) * 0x9E3779B97F4A7C15u;
  return h ^ h >> 29;
}

std::uint64_t hashOf(const fold::Parts& parts) {
  std::uint64_t h = mix(static_cast<std::uint64_t>(parts.op) << 8 | parts.width, 0x1234);
  h = mix(h, static_cast<std::uint64_t>(parts.value));
  h = mix(h, static_cast<std::uint64_t>(parts.value >> 64));
  for (const char c : parts.name)
    h = mix(h, static_cast<unsigned char>(c));
  for (const Term arg : parts.args)
    h = mix(h, arg.node()->hash);
  return mix(h, parts.args.size());
}

bool sameParts(const Node& node, const fold::Parts& parts) {
  if (node.op != parts.op || node.width != parts.width || node.value != parts.value ||
      node.argCount != parts.args.size() || node.name != parts.name)
    return false;
  for (std::uint32_t i = 0; i < node.argCount; ++i)
    if (node.args[i] != parts.args[i].node())
      return false;
  return true;
}

bool isTruth(Term t) { return t.width() == 1; }

/// Are these operands of the right number and widths?
[[maybe_unused]] bool wellFormed(const fold::Parts& parts) {
  const auto& args = parts.args;
  const unsigned width = parts.width;
  if (width < 1 || width > kMaxWidth)
    return false;
  const auto widths = [&](std::size_t count, unsigned w) {
    return args.size() == count && std::all_of(args.begin(), args.end(), [w](Term t) { return t.width() == w; });
  };
  switch (parts.op) {
  case Op::Constant:
    return args.empty() && (parts.value & ~onesOf(width)) == 0;
  case Op::Variable:
    return args.empty() && !parts.name.empty();
  case Op::Not:
  case Op::Neg:
    return widths(1, width);
  case Op::And:
  case Op::Or:
  case Op::Xor:
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Shl:
  case Op::Lshr:
  case Op::Ashr:
    return widths(2, width);
  case Op::Eq:
  case Op::Ult:
  case Op::Ule:
  case Op::Slt:
  case Op::Sle:
    return width == 1 && args.size() == 2 && widths(2, args[0].width());
  case Op::Ite:
    return args.size() == 3 && isTruth(args[0]) && args[1].width() == width && args[2].width() == width;
  case Op::Concat:
    return args.size() == 2 && args[0].width() + args[1].width() == width;
  case Op::Extract:
    return args.size() == 1 && parts.value + width <= args[0].width();
  case Op::Zext:
  case Op::Sext:
    return args.size() == 1 && args[0].width() <= width;
  case Op::Select:
    return args.size() >= 2 && args.size() - 2 <= onesOf(args[0].width()) &&
           std::all_of(args.begin() + 1, args.end(), [width](Term t) { return t.width() == width; });
  case Op::Apply:
    return !parts.name.empty();
  case Op::FloatAdd:
    return isFloatWidth(width) && widths(2, width);
  case Op::FloatLess:
    return width == 1 && args.size() == 2 && isFloatWidth(args[0].width()) && widths(2, args[0].width());
  }
  return false;
}

} // namespace

struct Terms::Impl {
  Impl(Terms& owner, Folding folding) : owner(owner), folding(folding) {}

  Terms& owner;
  Folding folding;
  std::pmr::monotonic_buffer_resource arena{1 << 16};
  std::vector<const Node*> table = std::vector<const Node*>(1 << 10); ///< open addressing, a power of two
  std::uint32_t count = 0;
  std::unordered_map<std::string_view, const Node*> variables;
  /// What extracts came to: they descend through shared operations, which without a memory would take time
  /// exponential in depth.
  struct Taken {
    const Node* from;
    std::uint32_t lowAndWidth;
    bool operator==(const Taken&) const = default;
  };
  struct TakenHash {
    std::size_t operator()(const Taken& t) const { return mix(t.from->hash, t.lowAndWidth); }
  };
  std::unordered_map<Taken, Term, TakenHash> taken;

  /// parts: well-formed
  Term intern(const fold::Parts& parts) {
    const std::uint64_t hash = hashOf(parts);
    std::size_t at = hash & (table.size() - 1);
    for (; table[at]; at = (at + 1) & (table.size() - 1))
      if (table[at]->hash == hash && sameParts(*table[at], parts))
        return Term(table[at]);
    const Node* node = create(parts, hash);
    table[at] = node;
    if (count * 2 > table.size())
      grow();
    return Term(node);
  }

  const Node* create(const fold::Parts& parts, std::uint64_t hash) {
    const Node** args = nullptr;
    if (!parts.args.empty()) {
      args = static_cast<const Node**>(arena.allocate(sizeof(Node*) * parts.args.size(), alignof(Node*)));
      for (std::size_t i = 0; i < parts.args.size(); ++i) {
        assert(parts.args[i].node()->owner == &owner && "terms of two owners mixed");
        args[i] = parts.args[i].node();
      }
    }
    std::string_view name;
    if (!parts.name.empty()) {
      char* text = static_cast<char*>(arena.allocate(parts.name.size(), 1));
      std::memcpy(text, parts.name.data(), parts.name.size());
      name = {text, parts.name.size()};
    }
    return new (arena.allocate(sizeof(Node), alignof(Node)))
        Node{parts.op,    static_cast<std::uint8_t>(parts.width),
             count++,     static_cast<std::uint32_t>(parts.args.size()),
             args,        hash,
             parts.value, name,
             &owner};
  }

  void grow() {
    std::vector<const Node*> bigger(table.size() * 2);
    for (const Node* node : table) {
      if (!node)
        continue;
      std::size_t at = node->hash & (bigger.size() - 1);
      while (bigger[at])
        at = (at + 1) & (bigger.size() - 1);
      bigger[at] = node;
    }
    table.swap(bigger);
  }

  Term simplify(const fold::Parts& parts) {
    for (const fold::Rule& rule : fold::rulesOf(parts.op)) {
      if (folding != Folding::All && !rule.keepsConstants)
        continue;
      if (const Term folded = rule.apply(owner, parts)) {
        assert(folded.width() == parts.width);
        return folded;
      }
    }
    return intern(parts);
  }

  Term extract(const fold::Parts& parts) {
    if (parts.args[0].isConstant())
      return simplify(parts);
    const Taken key{parts.args[0].node(), static_cast<std::uint32_t>(parts.value) << 8 | parts.width};
    if (const auto found = taken.find(key); found != taken.end())
      return found->second;
    const Term result = simplify(parts);
    taken.emplace(key, result);
    return result;
  }
};

Terms::Terms(Folding folding) : impl_(new Impl(*this, folding)) {}
Terms::~Terms() = default;

bool Terms::folds() const { return impl_->folding == Folding::All; }
std::size_t Terms::size() const { return impl_->count; }

Term Terms::constant(unsigned width, Bits value) {
  assert(width >= 1 && width <= kMaxWidth);
  return impl_->intern({Op::Constant, width, {}, value & onesOf(width)});
}

Term Terms::variable(unsigned width, std::string_view name) {
  assert(name.find_first_of("|\\") == name.npos && "SMT-LIB cannot quote this name");
  assert(name.front() != '$' && "names with $ are the printer's own");
  if (const auto found = impl_->variables.find(name); found != impl_->variables.end()) {
    assert(found->second->width == width && "one width a variable");
    return Term(found->second);
  }
  assert(width >= 1 && width <= kMaxWidth && !name.empty());
  const Term made = impl_->intern({Op::Variable, width, {}, 0, name});
  impl_->variables.emplace(made.node()->name, made.node());
  return made;
}

Term Terms::make(Op op, unsigned width, std::span<const Term> args, Bits value, std::string_view name) {
  if (op == Op::Variable)
    return variable(width, name);
  if (op == Op::Constant)
    return constant(width, value);
  const fold::Parts parts{op, width, args, value, name};
  assert(wellFormed(parts));
  if (impl_->folding == Folding::Nothing)
    return impl_->intern(parts);
  return op == Op::Extract ? impl_->extract(parts) : impl_->simplify(parts);
}

Term Terms::raw(Op op, unsigned width, std::span<const Term> args, Bits value, std::string_view name) {
  if (op == Op::Variable)
    return variable(width, name);
  const fold::Parts parts{op, width, args, value, name};
  assert(wellFormed(parts));
  return impl_->intern(parts);
}

Term Terms::select(Term index, std::span<const Term> cells) {
  assert(!cells.empty());
  // select.constant_index by itself: replays ask it of 256 registers for each lane and operand
  if (index.isConstant() && impl_->folding != Folding::Nothing)
    return fold::cellAt(index, cells);
  std::vector<Term> args{index};
  args.insert(args.end(), cells.begin(), cells.end());
  return make(Op::Select, cells[0].width(), args);
}

Term Terms::apply(unsigned width, std::string_view function, std::span<const Term> args) {
  assert(function.find_first_of("|\\") == function.npos && "SMT-LIB cannot quote this name");
  return make(Op::Apply, width, args, 0, function);
}

namespace {
template <class Combine> Term balanced(std::span<const Term> terms, Combine combine) {
  if (terms.size() == 1)
    return terms[0];
  const std::size_t half = terms.size() / 2;
  return combine(balanced(terms.first(half), combine), balanced(terms.subspan(half), combine));
}
} // namespace

Term Terms::all(std::span<const Term> conditions) {
  if (conditions.empty())
    return truth(true);
  return balanced(conditions, [](Term a, Term b) { return a & b; });
}

Term Terms::any(std::span<const Term> conditions) {
  if (conditions.empty())
    return truth(false);
  return balanced(conditions, [](Term a, Term b) { return a | b; });
}

Bits Term::value() const {
  assert(isConstant());
  return node_->value;
}
bool Term::isTrue() const { return width() == 1 && isConstant() && node_->value == 1; }
bool Term::isFalse() const { return width() == 1 && isConstant() && node_->value == 0; }

namespace {
Term unary(Op op, unsigned width, Term a, Bits value = 0) { return a.terms().make(op, width, std::array{a}, value); }
Term binary(Op op, Term a, Term b) { return a.terms().make(op, a.width(), std::array{a, b}); }
Term comparison(Op op, Term a, Term b) { return a.terms().make(op, 1, std::array{a, b}); }
Term constantLike(Term a, Bits value) { return a.terms().constant(a.width(), value); }
} // namespace

Term Term::operator+(Term b) const { return binary(Op::Add, *this, b); }
Term Term::operator-(Term b) const { return binary(Op::Sub, *this, b); }
Term Term::operator*(Term b) const { return binary(Op::Mul, *this, b); }
Term Term::operator&(Term b) const { return binary(Op::And, *this, b); }
Term Term::operator|(Term b) const { return binary(Op::Or, *this, b); }
Term Term::operator^(Term b) const { return binary(Op::Xor, *this, b); }
Term Term::operator~() const { return unary(Op::Not, width(), *this); }
Term Term::negated() const { return unary(Op::Neg, width(), *this); }
Term Term::floatAdd(Term b) const { return binary(Op::FloatAdd, *this, b); }
Term Term::floatLess(Term b) const { return comparison(Op::FloatLess, *this, b); }
Term Term::shl(Term amount) const { return binary(Op::Shl, *this, amount); }
Term Term::lshr(Term amount) const { return binary(Op::Lshr, *this, amount); }
Term Term::ashr(Term amount) const { return binary(Op::Ashr, *this, amount); }
Term Term::eq(Term b) const { return comparison(Op::Eq, *this, b); }
Term Term::ne(Term b) const { return ~eq(b); }
Term Term::ult(Term b) const { return comparison(Op::Ult, *this, b); }
Term Term::ule(Term b) const { return comparison(Op::Ule, *this, b); }
Term Term::slt(Term b) const { return comparison(Op::Slt, *this, b); }
Term Term::sle(Term b) const { return comparison(Op::Sle, *this, b); }
Term Term::ite(Term whenTrue, Term whenFalse) const {
  return terms().make(Op::Ite, whenTrue.width(), std::array{*this, whenTrue, whenFalse});
}
Term Term::implies(Term b) const { return ~*this | b; }
Term Term::concat(Term low) const { return terms().make(Op::Concat, width() + low.width(), std::array{*this, low}); }
Term Term::extract(unsigned high, unsigned low) const {
  assert(high >= low && high < width());
  return unary(Op::Extract, high - low + 1, *this, low);
}
Term Term::zext(unsigned width) const { return unary(Op::Zext, width, *this); }
Term Term::sext(unsigned width) const { return unary(Op::Sext, width, *this); }
Term Term::operator+(Bits b) const { return *this + constantLike(*this, b); }
Term Term::operator-(Bits b) const { return *this - constantLike(*this, b); }
Term Term::operator&(Bits b) const { return *this & constantLike(*this, b); }
Term Term::eq(Bits b) const { return eq(constantLike(*this, b)); }
Term Term::ult(Bits b) const { return ult(constantLike(*this, b)); }

std::vector<Term> rebuild(std::span<const Term> roots,
                          const std::function<Term(const Node& node, std::span<const Term> args)>& remade) {
  const Walk walk(roots);
  std::vector<Term> now, args;
  for (const Node* node : walk.nodes()) {
    args.clear();
    bool changed = false;
    for (std::uint32_t i = 0; i < node->argCount; ++i) {
      args.push_back(now[walk.indexOf(node->args[i])]);
      changed |= args.back().node() != node->args[i];
    }
    if (const Term other = remade(*node, args)) {
      assert(other.width() == node->width);
      now.push_back(other);
    } else {
      now.push_back(changed ? node->owner->make(node->op, node->width, args, node->value, node->name) : Term(node));
    }
  }
  std::vector<Term> rebuilt;
  for (const Term root : roots)
    rebuilt.push_back(now[walk.indexOf(root.node())]);
  return rebuilt;
}

std::vector<Term> substitute(std::span<const Term> terms, std::span<const std::pair<Term, Term>> replacements) {
  std::unordered_map<const Node*, Term> replaced;
  for (const auto& [from, to] : replacements)
    replaced.emplace(from.node(), to);
  return rebuild(terms, [&](const Node& node, std::span<const Term>) {
    const auto found = replaced.find(&node);
    return found == replaced.end() ? Term() : found->second;
  });
}

Term substitute(Term term, std::span<const std::pair<Term, Term>> replacements) {
  return substitute(std::span<const Term>(&term, 1), replacements).front();
}

std::vector<Term> variablesOf(std::span<const Term> roots) {
  std::vector<Term> found;
  const Walk walk(roots);
  for (const Node* node : walk.nodes())
    if (node->op == Op::Variable)
      found.emplace_back(node);
  std::sort(found.begin(), found.end(), [](Term a, Term b) { return a.node()->id < b.node()->id; });
  return found;
}

} // namespace warplaw::symbolic

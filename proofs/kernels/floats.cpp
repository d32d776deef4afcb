#include "proofs/kernels/floats.h"
#include "concrete/scalar/scalar.h"
#include "symbolic/encodings/scalar.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace warplaw::proofs::kernels {
using symbolic::Op;
using symbolic::Term;
using symbolic::Terms;
namespace {

constexpr std::size_t kMostText = 4000; ///< of a tree, in characters

bool isNamed(const spec::scalar::Operation& operation, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, operation.mnemonic()) != names.end();
}

/// "+f" of "add.rn.f32"; empty: it has no sign.
std::string_view signOf(std::string_view function, unsigned width) {
  const std::string rest = fmt::format(".rn.f{}", width);
  if (function.size() != rest.size() + 3 || !function.ends_with(rest))
    return "";
  return function.starts_with("add")   ? "+f"
         : function.starts_with("sub") ? "-f"
         : function.starts_with("mul") ? "*f"
                                       : "";
}

std::string_view nameOf(Op op) {
  switch (op) {
  case Op::Not:
    return "~";
  case Op::And:
    return "&";
  case Op::Or:
    return "|";
  case Op::Xor:
    return "^";
  case Op::Neg:
    return "-";
  case Op::Add:
    return "+";
  case Op::Sub:
    return "-";
  case Op::Mul:
    return "*";
  case Op::Shl:
    return "<<";
  case Op::Lshr:
    return ">>";
  case Op::Ashr:
    return ">>s";
  case Op::Eq:
    return "==";
  case Op::Ult:
    return "<";
  case Op::Ule:
    return "<=";
  case Op::Slt:
    return "<s";
  case Op::Sle:
    return "<=s";
  default:
    return "";
  }
}

/// As a float where that reads back to the same bits: "1.5"; else as bits.
std::string constantText(Term term) {
  const auto value = static_cast<std::uint64_t>(term.value());
  const auto decimal = [](auto number) {
    std::string text = fmt::format("{}", number);
    return text.find_first_of(".e") == text.npos ? text + ".0" : text;
  };
  if (term.width() == 32)
    if (const float number = std::bit_cast<float>(static_cast<std::uint32_t>(value)); std::isfinite(number))
      return std::fpclassify(number) == FP_SUBNORMAL ? fmt::format("{:#x}", value) : decimal(number);
  if (term.width() == 64)
    if (const double number = std::bit_cast<double>(value); std::isfinite(number))
      return std::fpclassify(number) == FP_SUBNORMAL ? fmt::format("{:#x}", value) : decimal(number);
  return fmt::format("{:#x}", value);
}

/// A term as text; what `common` says is left out.
class Writer {
public:
  explicit Writer(std::function<bool(const symbolic::Node*)> common = {}) : common_(std::move(common)) {}
  /// Those that are used more than once get names.
  void findShared(Term term) {
    if (++uses_[term.node()] > 1)
      return;
    for (unsigned i = 0; i < term.node()->argCount; ++i)
      findShared(term.arg(i));
  }
  std::string text(Term term, bool isInner = false) {
    if (common_ && common_(term.node()))
      return "..";
    if (size_ > kMostText)
      return "...";
    const bool isNamed = isInner && term.op() == Op::Apply && uses_[term.node()] > 1;
    if (!isNamed)
      return own(term, isInner);
    const auto [name, isNew] = names_.try_emplace(term.node(), "");
    if (isNew) {
      const std::string value = own(term, false);
      names_[term.node()] = fmt::format("x{}", ++count_);
      before += fmt::format("x{} = {}\n", count_, value);
    }
    return names_[term.node()];
  }
  std::string before;

private:
  std::string own(Term term, bool isInner) {
    std::string all = written(term, isInner);
    size_ += all.size();
    return all;
  }
  std::string written(Term term, bool isInner) {
    const auto joined = [&](std::string_view sign) {
      std::vector<std::string> parts;
      for (unsigned i = 0; i < term.node()->argCount; ++i)
        parts.push_back(text(term.arg(i), true));
      const std::string all = parts.size() == 1 ? fmt::format("{}{}", sign, parts[0])
                                                : fmt::format("{}", fmt::join(parts, fmt::format(" {} ", sign)));
      return isInner ? "(" + all + ")" : all;
    };
    const auto called = [&](std::string_view name) {
      std::vector<std::string> parts;
      for (unsigned i = 0; i < term.node()->argCount; ++i)
        parts.push_back(text(term.arg(i)));
      return fmt::format("{}({})", name, fmt::join(parts, ", "));
    };
    constexpr std::string_view kParameter = "parameter ";
    switch (term.op()) {
    case Op::Constant:
      return constantText(term);
    case Op::Variable: {
      std::string_view name = term.node()->name;
      if (name.starts_with(kParameter))
        name.remove_prefix(kParameter.size());
      return std::string(name);
    }
    case Op::Apply: {
      const std::string_view sign = signOf(term.node()->name, term.width());
      return sign.empty() ? called(term.node()->name) : joined(sign);
    }
    case Op::Extract: {
      const auto low = static_cast<unsigned>(term.node()->value);
      return fmt::format("bits {}..{} of {}", low, low + term.width() - 1, text(term.arg(0), true));
    }
    case Op::Zext:
      return text(term.arg(0), isInner);
    case Op::Sext:
      return called("signed");
    case Op::Concat:
      return called("joined");
    case Op::Select:
      return called("element");
    case Op::Ite:
      return called("either");
    default:
      return joined(nameOf(term.op()));
    }
  }

  std::function<bool(const symbolic::Node*)> common_;
  std::map<const symbolic::Node*, unsigned> uses_;
  std::map<const symbolic::Node*, std::string> names_;
  unsigned count_ = 0;
  std::size_t size_ = 0;
};

} // namespace

std::string functionName(const spec::scalar::Form& form, spec::scalar::Modes modes) {
  std::string name = form.opcode(modes);
  if (!isNamed(*form.operation, {"add", "sub", "mul", "mad"}))
    return name;
  const bool isRounded = std::ranges::any_of(std::initializer_list<std::string_view>{".rn", ".rz", ".rm", ".rp"},
                                             [&](std::string_view one) { return name.substr(3).starts_with(one); });
  if (!isRounded)
    name.insert(3, ".rn");
  return name.starts_with("mad") ? "fma" + name.substr(3) : name;
}

namespace {

/// The operation of a half, if all that it has are pairs.
std::optional<spec::scalar::Spelled> halfOf(const spec::scalar::Form& form, spec::scalar::Modes modes) {
  const spec::scalar::Type pair = form.result(modes);
  if (!pair.isPacked())
    return std::nullopt;
  for (unsigned i = 0; i < form.sources(); ++i)
    if (form.source(i, modes) != pair)
      return std::nullopt;
  std::string opcode = form.opcode(modes);
  if (!opcode.ends_with("x2"))
    return std::nullopt;
  opcode.resize(opcode.size() - 2);
  return spec::scalar::formSpelled(opcode);
}

} // namespace

Term applied(Terms& terms, FloatFunctions& functions, const spec::scalar::Form& form, spec::scalar::Modes modes,
             std::span<const Term> sources) {
  if (!form.operation->isFloat || isNamed(*form.operation, {"setp", "slct", "testp"}))
    return symbolic::scalar::encoded(form, modes, sources);
  if (const auto half = halfOf(form, modes)) { // so that it is known as the function of one number, too
    const auto ofHalf = [&](unsigned low) {
      std::vector<Term> own;
      for (const Term one : sources)
        own.push_back(one.extract(low + one.width() / 2 - 1, low));
      return applied(terms, functions, half->form, half->modes, own);
    };
    return ofHalf(form.result(modes).bits).concat(ofHalf(0));
  }
  const concrete::ScalarFunction function = concrete::scalarFunction(form);
  const unsigned width = form.result(modes).width();
  const auto value = [function, modes, width](std::span<const std::uint64_t> words) {
    return function(modes, words[0], words[1], words[2], words[3]) & spec::scalar::onesOf(width);
  };
  if (std::ranges::all_of(sources, [](Term one) { return one.isConstant(); })) {
    std::array<std::uint64_t, 4> words{};
    for (std::size_t i = 0; i < sources.size(); ++i)
      words[i] = static_cast<std::uint64_t>(sources[i].value());
    return terms.constant(width, value(words));
  }
  const std::string name = functionName(form, modes);
  functions.try_emplace(name, value);
  return functionOf(terms, width, name, sources);
}

Term functionOf(Terms& terms, unsigned width, std::string_view name, std::span<const Term> sources) {
  static constexpr std::string_view kCommuting[] = {"add", "mul", "min", "max", "fma"};
  std::vector<Term> args(sources.begin(), sources.end());
  const bool commutes = args.size() >= 2 && args[0].width() == args[1].width() &&
                        std::ranges::find(kCommuting, name.substr(0, name.find('.'))) != std::end(kCommuting);
  if (commutes && args[1].node()->id < args[0].node()->id)
    std::swap(args[0], args[1]);
  return terms.apply(width, name, args);
}

std::vector<std::string> functionsIn(std::span<const Term> roots) {
  std::set<std::string> names;
  const symbolic::Walk walk(roots);
  for (const symbolic::Node* const node : walk.nodes())
    if (node->op == Op::Apply)
      names.emplace(node->name);
  return {names.begin(), names.end()};
}

std::string treeText(Term term) {
  Writer writer;
  writer.findShared(term);
  const std::string tree = writer.text(term);
  return writer.before + tree;
}

std::pair<std::string, std::string> cutTrees(Term first, Term second) {
  const auto isAlike = [](Term a, Term b) {
    return a.op() == Op::Apply && b.op() == Op::Apply && a.node()->name == b.node()->name &&
           a.node()->argCount == b.node()->argCount;
  };
  for (bool goesOn = true; goesOn && isAlike(first, second);) {
    std::vector<unsigned> differ;
    for (unsigned i = 0; i < first.node()->argCount; ++i)
      if (!first.arg(i).same(second.arg(i)))
        differ.push_back(i);
    goesOn = differ.size() == 1;
    if (!goesOn)
      break;
    first = first.arg(differ[0]);
    second = second.arg(differ[0]);
  }
  const auto below = [](Term root) {
    std::map<const symbolic::Node*, bool> all;
    const auto visit = [&](auto& self, Term term) -> void {
      if (!all.try_emplace(term.node(), true).second)
        return;
      for (unsigned i = 0; i < term.node()->argCount; ++i)
        self(self, term.arg(i));
    };
    visit(visit, root);
    return all;
  };
  const auto inFirst = below(first), inSecond = below(second);
  const auto common = [&](const symbolic::Node* node) {
    return node->op == Op::Apply && inFirst.contains(node) && inSecond.contains(node);
  };
  return {Writer(common).text(first), Writer(common).text(second)};
}

} // namespace warplaw::proofs::kernels

// What a program leaves in a register, as the tree of operations that made it: see program.h.
#include "proofs/statements/program.h"
#include <fmt/format.h>
#include <unordered_map>

namespace warplaw::proofs {
namespace {
using symbolic::Node;
using symbolic::Op;

/// Operators of statements that mean what the operation does.
std::string_view operatorOf(Op op) {
  switch (op) {
  case Op::FloatAdd:
    return "+f";
  case Op::Add:
    return "+";
  case Op::Sub:
    return "-";
  case Op::Mul:
    return "*";
  case Op::And:
    return "&";
  case Op::Or:
    return "|";
  case Op::Xor:
    return "^";
  default:
    return {};
  }
}

class TreeWriter {
public:
  explicit TreeWriter(const symbolic::WarpTerms& before) {
    for (unsigned reg = 0; reg < spec::kRegisters; ++reg)
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        names_.emplace(before.registers[reg][lane].node(), fmt::format("old R{}[{}]", reg, lane));
  }

  /// Empty where it is no tree of operators, or too long for a statement.
  std::string treeOf(Term term) {
    text_.clear();
    isTree_ = true;
    write(term);
    return isTree_ ? text_ : "";
  }

private:
  void write(Term term) {
    isTree_ = isTree_ && text_.size() < spec::kMaxStatementBytes;
    if (!isTree_)
      return;
    if (const auto name = names_.find(term.node()); name != names_.end()) {
      text_ += name->second;
    } else if (term.isConstant()) {
      text_ += fmt::format("{:#x}", static_cast<std::uint32_t>(term.value()));
    } else if (const std::string_view infix = operatorOf(term.op()); !infix.empty()) {
      text_ += '(';
      write(term.arg(0));
      text_ += fmt::format(" {} ", infix);
      write(term.arg(1));
      text_ += ')';
    } else {
      isTree_ = false;
    }
  }

  std::unordered_map<const Node*, std::string> names_;
  std::string text_;
  bool isTree_ = true;
};

} // namespace

spec::Result<std::vector<std::string>> treesOf(const ProgramContract& contract, const Encodings& encodings,
                                               unsigned reg) {
  Terms terms(false); // operands as the program has them: folding puts them in an order of its own
  const ProgramRun run = runOnTerms(terms, contract, encodings);
  TreeWriter writer(run.before);
  std::vector<std::string> trees;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    trees.push_back(writer.treeOf(run.after.registers[reg][lane]));
    if (trees.back().empty())
      return spec::Rejection{
          "tree", fmt::format("what R{}[{}] holds afterwards depends on more than registers before", reg, lane),
          "sums and differences of what registers held, of a length that a statement may have"};
  }
  return trees;
}

} // namespace warplaw::proofs

// One lift: the functions that are active, their values, and how control flows through them. Instructions are in
// instructions.cpp, vectors.cpp, pointers.cpp, calls.cpp and intrinsics.cpp; blocks, joins and loops in control.cpp;
// the loop cut in cut.cpp.
#pragma once
#include "symbolic/lift/allow_list.h"
#include "symbolic/lift/effects.h"
#include "symbolic/lift/memory.h"
#include "symbolic/lift/operations.h"
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <map>

namespace warplaw::lift {

using Values = std::map<const llvm::Value*, Value>;

/// A block, or a whole inner loop (by its header), in the order in which a region is lifted.
struct RegionNode {
  const llvm::BasicBlock* block = nullptr;
  const llvm::Loop* loop = nullptr; ///< set: the node is this loop
};

/// What is known of a function before it is lifted; computed once a function.
struct Analysis {
  explicit Analysis(llvm::Function& function);
  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
  std::map<const llvm::Loop*, std::vector<RegionNode>> order;                 ///< null: the whole function
  std::map<const llvm::Loop*, std::vector<const llvm::Instruction*>> liveOut; ///< used outside of the loop
  /// A block -> the node (block or loop header) of its region from which it is always reached before the region is
  /// left.
  std::map<const llvm::BasicBlock*, const llvm::BasicBlock*> alwaysAfter;
  std::set<const llvm::AllocaInst*> scoped; ///< locals with lifetime markers: dead at first
  bool alwaysReturns = true;                ///< no unreachable: it returns wherever it ends
  std::string problem;                      ///< not empty: why it cannot be lifted
};

/// A point between blocks.
struct Point {
  Path path = nullptr;
  Memory memory;
  std::shared_ptr<Values> out; ///< values that left a loop, as of this point; may be null
};

struct Edge {
  const llvm::BasicBlock* from = nullptr;
  const llvm::BasicBlock* to = nullptr; ///< null: return
  Point point;
  std::vector<Value> phis; ///< values of `to`'s phis; of a return: the returned value if any
};

/// One active function.
struct Frame {
  llvm::Function* function = nullptr;
  Analysis* analysis = nullptr;
  Values values;
  std::vector<Edge> returns;
  unsigned depth = 0;
  std::vector<unsigned> locals; ///< objects that die when it returns
  struct Passed {
    Path path;
    unsigned cuts;
  };
  std::map<const llvm::BasicBlock*, Passed>
      pathAfter; ///< at the end of each block (before each inner loop), in this iteration
};

class Lifter {
public:
  Lifter(Terms& terms, llvm::Module& module, const Input& input, Reasons* reasons);
  LiftResult run(std::string_view function);

private:
  // control.cpp
  std::optional<Edge> call(llvm::Function& function, const std::vector<Value>& arguments, Point point);
  void runRegion(const llvm::Loop* loop, Point start, std::vector<Edge>& exits, std::vector<Edge>& backs);
  void runLoop(const llvm::Loop* loop, Edge entry, std::vector<Edge>& exits);
  void runBlock(const llvm::BasicBlock& block, std::vector<Edge>& edges);
  Value returned(const llvm::Value& value);
  void terminator(const llvm::Instruction& instruction, std::vector<Edge>& edges);
  void branchTo(const llvm::BasicBlock* from, const llvm::BasicBlock* to, Path path, std::vector<Edge>& edges);
  Edge join(std::vector<Edge> edges);
  Edge joinTwo(Edge a, Edge b);
  void enter(const Edge& edge, const llvm::BasicBlock* block);
  Analysis& analysisOf(llvm::Function& function);

  // cut.cpp
  bool mustCut(const llvm::Loop* loop) const;
  void cutLoop(const llvm::Loop* loop, const Edge& entry, std::vector<Edge>& exits);
  struct CutAttempt;
  std::string cellName(unsigned object, std::uint64_t offset);
  void assumeCells(Edge& head, CutAttempt& attempt);
  bool assumePhis(const llvm::BasicBlock* header, const Edge& entry, Edge& head, CutAttempt& attempt);
  bool nothingElseChanged(const Memory& before, const Memory& after, CutAttempt& attempt);
  void finishCut(const llvm::Loop* loop, const Edge& head, std::vector<Edge> backs, CutAttempt& attempt);
  bool tryCut(const llvm::Loop* loop, const Edge& entry, CutAttempt& attempt);

  // instructions.cpp
  Value evaluate(const llvm::Instruction& instruction);
  Value operand(const llvm::Value* value);
  Value constantValue(const llvm::Constant* constant);
  Value constantExpression(const llvm::Constant* constant);
  Value binaryInstruction(const llvm::BinaryOperator& instruction);
  Value castInstruction(const llvm::CastInst& instruction);
  Value compareInstruction(const llvm::ICmpInst& instruction);
  Value compareInstruction(const llvm::FCmpInst& instruction);
  Value selectInstruction(const llvm::SelectInst& instruction);
  Value memoryInstruction(const llvm::Instruction& instruction);
  Value freezeValue(const Value& value);
  Value bitcast(const Value& value, const llvm::Type* to);
  Value loadMetadata(const llvm::LoadInst& load, Value value);
  Value unsupported(const std::string& what, const llvm::Type* type);

  // pointers.cpp
  Value alloca(const llvm::AllocaInst& instruction);
  Value elementPointer(const llvm::GEPOperator& instruction);
  Term stepWraps(const Target& target, const Offset& before, const Offset& after, const Offset& add, bool nuw);
  Term beyondEnd(const Alternative& alternative);
  Cell comparePointers(Comparison predicate, const Value& a, const Value& b);
  std::optional<unsigned> globalObject(const llvm::GlobalVariable* variable);
  unsigned functionTarget(const llvm::Function* function, std::string contract);

  // vectors.cpp
  Value extractElement(const Value& vector, const Value& index);
  Value insertElement(const Value& vector, const Value& element, const Value& index);
  Value shuffle(const llvm::ShuffleVectorInst& instruction);
  Value aggregateElement(const Value& value, llvm::ArrayRef<unsigned> indices);
  Value withAggregateElement(Value value, llvm::ArrayRef<unsigned> indices, const Value& element);

  // calls.cpp
  Value callInstruction(const llvm::CallBase& instruction);
  std::string callNotAllowed(const llvm::CallBase& instruction);
  Value callFunction(const llvm::CallBase& instruction);
  Value callContract(const llvm::CallBase& instruction, const llvm::Function* callee, const std::string& name,
                     std::vector<Value> arguments);
  Value askContract(const llvm::CallBase& instruction, const llvm::Function* callee, const std::string& name,
                    const std::vector<Value>& arguments);
  void contractChanged(unsigned object, const std::vector<Value>& arguments);
  unsigned copyFor(const llvm::Argument& parameter, Value& argument);
  Value inlineCall(const llvm::CallBase& instruction, llvm::Function& callee, std::vector<Value> arguments);
  std::optional<Argument> argumentFrom(const Value& value, std::vector<unsigned>& objects);
  std::optional<Value> fromArgument(const Argument& argument, const llvm::Type* type, unsigned position);
  State exportState(const Memory& memory, const std::vector<unsigned>& objects);
  void importState(Memory& memory, const std::vector<unsigned>& objects, const State& state);

  // attributes.cpp
  Value withAttributes(Value value, const llvm::AttributeSet& attributes, const llvm::Type* type,
                       const std::string& what);
  void checkDereferenceable(const Value& value, std::uint64_t bytes, bool orNull, const std::string& what);
  Value breaking(const Value& value, Term condition, const std::string& what);
  void checkNoAlias(const llvm::AttributeList& attributes, const std::vector<Value>& arguments);
  void checkReturned(const llvm::AttributeList& attributes, const std::vector<Value>& arguments, const Value& result);
  static std::string passedDifferently(const llvm::CallBase& call, const llvm::Function& callee);

  // intrinsics.cpp
  Value intrinsic(const llvm::IntrinsicInst& call);
  std::optional<Value> scalarIntrinsic(const llvm::IntrinsicInst& call, const std::vector<Value>& arguments);
  std::optional<Value> vectorIntrinsic(const llvm::IntrinsicInst& call, const std::vector<Value>& arguments);
  Value maskedAccess(const llvm::IntrinsicInst& call, const std::vector<Value>& arguments);
  std::optional<Value> memoryIntrinsic(const llvm::IntrinsicInst& call, const std::vector<Value>& arguments);

  Context context_;
  llvm::Module& module_;
  const llvm::DataLayout& layout_;
  const Input& input_;
  Objects objects_;
  Effects effects_;
  Point point_; ///< of the instruction that is being lifted
  std::vector<Frame*> frames_;
  std::map<const llvm::Function*, std::unique_ptr<Analysis>> analyses_;
  std::map<const llvm::GlobalVariable*, unsigned> globals_;
  struct FunctionTarget {
    const llvm::Function* function;
    std::string contract;
  };
  std::vector<FunctionTarget> functions_;
  std::vector<unsigned> arguments_; ///< numbers of the objects of Input
  std::map<const llvm::Function*, std::string> notAllowed_;
  std::optional<Cut> cut_;
  unsigned cuts_ = 0; ///< loops cut so far: what was certain before a cut is not certain after an arbitrary iteration
};

} // namespace warplaw::lift

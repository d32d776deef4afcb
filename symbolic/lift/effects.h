// Attributes forbid calls in progress some effects on memory (memory, tail), and some uses of the pointers that were
// passed (readonly, writeonly, readnone, nocapture). A call that does such a thing has undefined behaviour.
#pragma once
#include "symbolic/lift/memory.h"
#include <deque>
#include <initializer_list>
#include <llvm/IR/Attributes.h>
#include <llvm/Support/ModRef.h>

namespace warplaw::lift {

struct CallInProgress {
  unsigned depth;              ///< of the callee's locals: what came to be at it, or deeper, is the call's own
  llvm::MemoryEffects effects; ///< on everything else
  bool tail;                   ///< the caller's locals may be gone before the callee runs
  bool over = false;
};

/// A pointer came in through this parameter of a call: what the parameter's attributes allow. Linked outwards, to the
/// parameters of callers through which it came there.
struct Passed {
  const CallInProgress* call;
  const Passed* outer;
  bool reads, writes, captures;
};

class Effects {
public:
  Effects(Context& context, Objects& objects) : context_(context), objects_(objects) {}

  /// A call begins that must keep all of `attributes` (call site's and function's); pointers among its arguments carry
  /// from now on what their parameters allow. `depth` is that of the callee's locals.
  void enter(std::initializer_list<llvm::AttributeList> attributes, unsigned depth, bool tail,
             std::vector<Value>& arguments);
  /// The innermost call ends with this result: it may hold no pointer that it must not capture.
  void leave(Value& result);
  void leave();

  /// An access through a pointer to an object.
  void access(const Alternative& pointer, bool writes);
  /// A pointer is stored.
  void store(const Alternative& to, const Value& pointer);
  /// Two pointers to objects are compared: what comes of it is a part of both.
  void compare(const Alternative& a, const Alternative& b, Term both);

private:
  bool owns(const CallInProgress& call, unsigned object) const;
  void release(Value& result, const CallInProgress& call);

  Context& context_;
  Objects& objects_;
  std::vector<CallInProgress*> present_; ///< outermost first
  std::deque<CallInProgress> calls_;     ///< all that there were
  std::deque<Passed> passed_;
};

/// The parameters of calls that are not over.
inline const Passed* present(const Passed* passed) {
  while (passed && passed->call->over)
    passed = passed->outer;
  return passed;
}

} // namespace warplaw::lift

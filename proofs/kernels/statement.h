// What is said of a launch's memory (PTX-51): `out[b] == sum(t, 0, 255, in[b*256+t])`. Integers modulo 2^n: both sides
// of a comparison have the width of the widest element that stands in it.
#pragma once
#include "proofs/kernels/verify.h"
#include <memory>

namespace warplaw::proofs::kernels {

/// What a name of a statement stands for.
struct SaidName {
  std::string name;
  int array = -1; ///< of the launch
  Term value;     ///< a parameter that is no array
  spec::scalar::Type type;
};

/// In `ensures` an array is what it holds afterwards, `old in[i]` what it held before; in `requires` before. A name
/// that is none runs over all elements of the arrays that it stands in alone: `out[b]`. Rejected: position says where.
/// Operations of floats are added to `functions`.
spec::Result<Term> meaningOf(std::string_view text, Terms& terms, FloatFunctions& functions, const AnyLaunch& any,
                             const std::vector<SaidName>& names, bool isAfter, const class Ghosts& ghosts);

/// `ghost f(x, i) = in[i] * x`: what a statement may call. Each is made of those before it, so that none ends nowhere.
class Ghosts {
public:
  Ghosts();
  ~Ghosts();
  spec::Result<void> add(std::string_view text, const std::vector<SaidName>& names);

private:
  friend spec::Result<Term> meaningOf(std::string_view, Terms&, FloatFunctions&, const AnyLaunch&,
                                      const std::vector<SaidName>&, bool, const Ghosts&);
  friend spec::Result<std::function<Term(const LaneState&)>> meaningAtHead(std::string_view, Terms&, FloatFunctions&,
                                                                           const AnyLaunch&,
                                                                           const std::vector<SaidName>&, const Ghosts&,
                                                                           const LaneState&, bool);
  struct All;
  std::unique_ptr<All> all_;
};

/// An invariant of one lane (`isWord`: a measure of 64 bits). Besides, it may name registers (`%r1`, `%tid.x`), `left`
/// (1: the lane has left the loop), and `entry out[i]`, what the array held when the warp came to the loop. Arrays are
/// as they are now. What may be anything helps nobody. All that is wrong with it shows in `example`, whose registers
/// are variables. The functions and what is given here must live as long as the result.
spec::Result<std::function<Term(const LaneState&)>>
meaningAtHead(std::string_view text, Terms& terms, FloatFunctions& functions, const AnyLaunch& any,
              const std::vector<SaidName>& names, const Ghosts& ghosts, const LaneState& example, bool isWord);

} // namespace warplaw::proofs::kernels

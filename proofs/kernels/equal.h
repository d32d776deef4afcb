// Two kernels, one launch: do they leave the same global memory for all inputs, and does the second have no finding
// that the first has not (PTX-52)?
#pragma once
#include "proofs/kernels/verify.h"
#include <algorithm>
#include <functional>
#include <string>

namespace warplaw::proofs::kernels {

class KernelPair {
public:
  /// Both have as many parameters of the same sizes. What is required is assumed of the launch.
  KernelPair(std::shared_ptr<Terms> terms, const ptx::Kernel& a, const ptx::Kernel& b, const AnyLaunch& any,
             const std::vector<SaidOfKernel>& required = {}, const FloatFunctions& functions = {});
  /// How a place of either kernel is called; else it is "line 12" of its PTX.
  using PlaceName = std::function<std::string(const ptx::Place&)>;
  void callPlaces(PlaceName inFirst, PlaceName inSecond) {
    placeInFirst_ = std::move(inFirst);
    placeInSecond_ = std::move(inSecond);
  }
  /// As KernelProof::simulate; what differs there is refuted.
  bool simulate(unsigned runs, std::string& error);
  /// On how many random inputs both machines agreed, of either kernel.
  unsigned simulated() const { return std::min(a_.simulated(), b_.simulated()); }
  Theorem theorem() const;
  void answer(const Record& record);
  std::vector<PlaceVerdict> verdicts() const;

private:
  struct Asked {
    std::string name, text;
    Term goal;
    int array = -1;            ///< of the launch
    std::string variable = {}; ///< of the modules; neither: findings
    bool isOfBoth = true;      ///< the variable: else there is nothing to compare it with
  };
  void askForVariables();
  const Question* hidingQuestion() const;
  std::vector<Term> comparedBy(const Asked& asked) const;
  std::vector<std::string> treesOf(const Asked& asked, std::string_view shown) const;
  bool differs(const Asked& asked, const Assignment& inputs, std::string& what) const;
  bool differsLeast(const Asked& asked, const Assignment& inputs, std::string& what) const;

  KernelProof a_, b_;
  std::vector<Asked> asked_;
  std::map<std::string, PlaceVerdict> answers_;
  PlaceName placeInFirst_ = [](const ptx::Place& place) { return "line " + std::to_string(place.line); };
  PlaceName placeInSecond_ = placeInFirst_;
};

} // namespace warplaw::proofs::kernels

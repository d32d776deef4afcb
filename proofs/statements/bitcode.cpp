#include "proofs/statements/bitcode.h"
#include "linearize/integer_steps.h"
#include <vector>

namespace warplaw::proofs {

std::span<const concrete::Bitcode> embeddedBitcode() {
  static const std::vector<concrete::Bitcode> kAll = [] {
    const auto executors = concrete::embeddedBitcode();
    std::vector<concrete::Bitcode> all(executors.begin(), executors.end());
    all.push_back({"integer_steps", concrete::Stage::Unoptimized, linearize::unoptimizedStepBitcode()});
    all.push_back({"integer_steps", concrete::Stage::Final, linearize::finalStepBitcode()});
    return all;
  }();
  return kAll;
}

void* shippedFunction(std::string_view symbol) {
#define WARPLAW_INTEGER_STEP(op, type, suffix)                                                                         \
  if (symbol == "warplaw_linearize_" #suffix)                                                                          \
    return reinterpret_cast<void*>(warplaw_linearize_##suffix);
#include "linearize/integer_steps.def"
#undef WARPLAW_INTEGER_STEP
  return concrete::shippedFunction(symbol);
}

} // namespace warplaw::proofs

// SHFL in the dispatcher: plan, datapath and architectural level put together, a path each (SHFL-1..9).
#include "concrete/dispatch.h"
#include "concrete/instructions/shfl.h"

namespace warplaw::concrete {
namespace {
using Datapath = void(std::uint32_t, const spec::Operands*, const spec::ShflChoices*, spec::Results*);
using Path = ExecutorPath<spec::ShflForm, spec::ShflChoices>;

struct Bound {
  std::uint32_t mode;
  const spec::ShflChoices* choices;
};

template <Datapath* datapath> void runBound(void* context, const spec::Operands* operands, spec::Results* results) {
  const Bound* bound = static_cast<const Bound*>(context);
  datapath(bound->mode, operands, bound->choices, results);
}

template <Datapath* datapath>
void run(const spec::ShflForm& form, const spec::ShflChoices& choices, spec::Plan plan, spec::Warp& warp,
         spec::SharedMemory&) {
  warplaw_shfl_plan(&form, &plan);
  Bound bound{static_cast<std::uint32_t>(form.mode), &choices};
  warplaw_step(&warp, &plan, runBound<datapath>, &bound);
}

bool always() { return true; }
bool hasAvx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
}
} // namespace

std::span<const Path> shflPaths() {
  static constexpr Path kPaths[] = {{"portable", always, run<warplaw_shfl_portable>},
                                    {"avx512", hasAvx512, run<warplaw_shfl_avx512>}};
  return kPaths;
}

std::span<const ShippedFunction> shflFunctions() {
  static const ShippedFunction kFunctions[] = {{"warplaw_shfl_portable", addressOfFunction(warplaw_shfl_portable)},
                                               {"warplaw_shfl_avx512", addressOfFunction(warplaw_shfl_avx512)},
                                               {"warplaw_shfl_plan", addressOfFunction(warplaw_shfl_plan)}};
  return kFunctions;
}

} // namespace warplaw::concrete

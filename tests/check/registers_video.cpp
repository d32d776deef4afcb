// Right video for the file of registers (tests/check/registers.c): what ships, on whole warps.
#include "concrete/instructions/video.h"
#include "concrete/instructions/vmad.h"
#include "concrete/instructions/vsimd.h"
#include "include/warplaw/executor.h"
#include "spec/instructions/video.h"
#include <cstring>

namespace {
using namespace warplaw;

/// Structures begin with the datapath's modifiers, word for word.
template <auto datapath, class Modifiers, class Choices, class Wire> void runOn(Wire& w) {
  Modifiers modifiers;
  std::memcpy(&modifiers, &w, sizeof modifiers);
  spec::Operands operands{};
  operands.exec = w.exec;
  std::memcpy(operands.row[spec::video_rows::kA], w.a, sizeof w.a);
  std::memcpy(operands.row[spec::video_rows::kB], w.b, sizeof w.b);
  std::memcpy(operands.row[spec::video_rows::kC], w.c, sizeof w.c);
  const Choices choices{};
  spec::Results results{};
  std::memcpy(results.row[0], w.result, sizeof w.result);
  datapath(&modifiers, &operands, &choices, &results);
  std::memcpy(w.result, results.row[0], sizeof w.result);
}

} // namespace

extern "C" {
void video(warplaw_video* batch, std::uint32_t count) {
  for (std::uint32_t k = 0; k < count; ++k)
    runOn<concrete::warplaw_video_portable, spec::VideoModifiers, spec::VideoChoices>(batch[k]);
}
void vmad(warplaw_vmad* batch, std::uint32_t count) {
  for (std::uint32_t k = 0; k < count; ++k)
    runOn<concrete::warplaw_vmad_portable, spec::VmadModifiers, spec::VmadChoices>(batch[k]);
}
void vsimd(warplaw_vsimd* batch, std::uint32_t count) {
  for (std::uint32_t k = 0; k < count; ++k)
    runOn<concrete::warplaw_vsimd_portable, spec::VsimdModifiers, spec::VsimdChoices>(batch[k]);
}
}

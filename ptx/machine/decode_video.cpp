// Video instructions: they are read by spec's reader of PTX's text, with registers of the warp in place of the kernel's
// (VID-1 to VID-10).
#include "ptx/machine/decoder.h"
#include "spec/instruction.h"
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {

/// Where the machine puts what the instruction reads and takes what it writes: R1, R2, R3 and R0.
std::string placeholder(std::size_t operand, const std::string& selector) {
  return fmt::format("%r{}{}", operand, selector.empty() ? std::string() : "." + selector);
}

} // namespace

bool isVideo(std::string_view mnemonic) {
  static const std::set<std::string_view> kNames{"vadd",  "vsub", "vabsdiff", "vmin", "vmax",
                                                 "vavrg", "vmad", "vset",     "vshl", "vshr"};
  if (mnemonic.ends_with('2') || mnemonic.ends_with('4'))
    mnemonic.remove_suffix(1);
  return kNames.contains(mnemonic);
}

void Decoder::video() {
  needOperands(3, 4);
  Step step{.kind = StepKind::Video};
  std::string text = at->opcodeText();
  for (std::size_t i = 0; i < at->operands.size(); ++i) {
    Operand whole = operand(i);
    text += fmt::format("{} {}{}", i == 0 ? "" : ",", whole.minus ? "-" : "", placeholder(i, whole.selector));
    whole.minus = false;
    whole.selector.clear();
    if (i == 0)
      step.dst[0] = destination(whole, spec::scalar::kB32);
    else
      step.src[i - 1] = source(whole, spec::scalar::kB32);
  }
  const auto read = spec::parse(text);
  if (!read)
    reject(read.error().rule == "syntax" ? "PTX-5" : read.error().rule,
           fmt::format("{}: {}", at->opcodeText(), read.error().message), read.error().accepted);
  step.video = std::make_shared<const spec::Instruction>(*read);
  pending.push_back(step);
}

} // namespace warplaw::ptx

// Runs one instruction: legality, choices, shader kind (ATOMS-11) and code path are checked, then its entry runs.
#include "concrete/execute.h"
#include "concrete/dispatch.h"
#include "concrete/entries.h"
#include "signatures.h"
#include <fmt/format.h>

namespace warplaw::concrete {
namespace {
using spec::Rejection;
using spec::Result;

std::span<const ExecutorPath> pathsOf(spec::Mnemonic mnemonic) {
  switch (mnemonic) {
#define WARPLAW_INSTRUCTION(Camel, folder, text)                                                                       \
  case spec::Mnemonic::Camel:                                                                                          \
    return pathTable<Camel##Signature>();
#include "linked_instructions.def" // generated
#undef WARPLAW_INSTRUCTION
  default:
    return {};
  }
}

/// The path of that name, or the fastest one that is supported and proved: what is only tested is never a default.
Result<const ExecutorPath*> choosePath(std::span<const ExecutorPath> paths, std::string_view name) {
  const ExecutorPath* chosen = nullptr;
  std::string known;
  for (const ExecutorPath& path : paths) {
    known += fmt::format("{}{}", known.empty() ? "" : ", ", path.name);
    if (name.empty() ? path.supported() && path.evidence == Evidence::Proved : path.name == name)
      chosen = &path;
  }
  if (!chosen)
    return Rejection{"syntax", fmt::format("unknown code path '{}'", name), known, 0};
  if (!chosen->supported())
    return Rejection{"syntax", fmt::format("this processor cannot run code path '{}'", name), "portable", 0};
  return chosen;
}
} // namespace

bool anyProcessor() { return true; }
bool avx2() { return __builtin_cpu_supports("avx2"); }
bool avx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
}
bool vbmi2() { return avx512() && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2"); }

std::vector<Path> paths(spec::Mnemonic mnemonic) {
  std::vector<Path> listed;
  for (const ExecutorPath& path : pathsOf(mnemonic))
    listed.push_back({path.name, path.supported(), path.evidence});
  return listed;
}

std::vector<PathEntry> pathEntries() {
  std::vector<PathEntry> entries;
  for (const spec::Mnemonic mnemonic : spec::allMnemonics())
    for (const ExecutorPath& path : pathsOf(mnemonic))
      entries.push_back({mnemonic, path.name, path.evidence, path.entry()});
  return entries;
}

spec::Result<void> execute(const spec::Instruction& instruction, const spec::Choices& choices, spec::ShaderKind shader,
                           spec::Warp& warp, spec::Surroundings& surroundings, std::string_view path) {
  if (auto legal = spec::check(instruction); !legal)
    return legal.error();
  if (auto legal = spec::checkShader(instruction, shader); !legal)
    return legal.error();
  if (auto legal = spec::check(choices, instruction.form); !legal)
    return legal.error();
  const auto chosen = choosePath(pathsOf(instruction.mnemonic()), path);
  if (!chosen)
    return chosen.error();
  if (auto fault = (*chosen)->fault(surroundings))
    return *std::move(fault);
  (*chosen)->run(instruction.form, instruction.guard, choices, warp, surroundings);
  return {};
}

} // namespace warplaw::concrete

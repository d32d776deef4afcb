// Runs one instruction: legality, choices, shader kind (ATOMS-11) and code path are checked, then its executor runs.
#include "concrete/execute.h"
#include "concrete/dispatch.h"
#include <fmt/format.h>

namespace warplaw::concrete {
namespace {
using spec::Rejection;
using spec::Result;

template <class Paths> std::vector<Path> listed(Paths paths) {
  std::vector<Path> result;
  for (const auto& path : paths)
    result.push_back({path.name, path.supported()});
  return result;
}

/// The path of that name, or the fastest supported one.
template <class OnePath> Result<const OnePath*> choosePath(std::span<const OnePath> paths, std::string_view name) {
  const OnePath* chosen = nullptr;
  std::string known;
  for (const OnePath& path : paths) {
    known += fmt::format("{}{}", known.empty() ? "" : ", ", path.name);
    if (name.empty() ? path.supported() : path.name == name)
      chosen = &path;
  }
  if (!chosen)
    return Rejection{"syntax", fmt::format("unknown code path '{}'", name), known, 0};
  if (!chosen->supported())
    return Rejection{"syntax", fmt::format("this processor cannot run code path '{}'", name), "portable", 0};
  return chosen;
}

template <class Form, class Choices>
Result<void> runForm(std::span<const ExecutorPath<Form, Choices>> paths, const spec::Instruction& instruction,
                     const spec::Choices& choices, spec::Warp& warp, spec::SharedMemory& shared,
                     std::string_view name) {
  const auto path = choosePath(paths, name);
  if (!path)
    return path.error();
  spec::Plan plan;
  plan.guardPredicate = instruction.guard.predicate.index;
  plan.guardNegated = instruction.guard.negated;
  (*path)->run(std::get<Form>(instruction.form), std::get<Choices>(choices), plan, warp, shared);
  return {};
}
} // namespace

std::vector<Path> paths(spec::Mnemonic mnemonic) {
  switch (mnemonic) {
#define WARPLAW_INSTRUCTION(Camel, folder, text)                                                                       \
  case spec::Mnemonic::Camel:                                                                                          \
    return listed(folder##Paths());
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
  }
  return {};
}

spec::Result<void> execute(const spec::Instruction& instruction, const spec::Choices& choices, spec::ShaderKind shader,
                           spec::Warp& warp, spec::SharedMemory& shared, std::string_view path) {
  if (auto legal = spec::check(instruction); !legal)
    return legal.error();
  if (auto legal = spec::checkShader(instruction, shader); !legal)
    return legal.error();
  if (choices.index() != instruction.form.index())
    return Rejection{"case-format", "the choices belong to another instruction", "", 0};
  if (auto legal = spec::check(choices, instruction.form); !legal)
    return legal.error();
  if (shared.size() > spec::kMaxSharedBytes)
    return Rejection{"ATOMS-4", fmt::format("{} bytes of shared memory", shared.size()), "at most 2^24 bytes", 0};
  switch (instruction.mnemonic()) {
#define WARPLAW_INSTRUCTION(Camel, folder, text)                                                                       \
  case spec::Mnemonic::Camel:                                                                                          \
    return runForm(folder##Paths(), instruction, choices, warp, shared, path);
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
  }
  return Rejection{"syntax", "no executor", "", 0};
}

} // namespace warplaw::concrete

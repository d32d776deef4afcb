// `warplaw exec`: runs a case file, or an instruction text on registers given on the command line, and shows what comes
// of it.
#include "fuzz/lane_table.h"
#include "tools/command.h"
#include "tools/input.h"
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace warplaw::tools {
namespace {
using spec::kLanes;

struct Options {
  std::string input, path, output, active, shader = "compute";
  std::vector<std::string> registers, predicates, memory;
  std::uint32_t shared = 0;
  bool json = false, allLanes = false, force = false;
};

spec::Rejection usage(std::string message, std::string accepted) {
  return {"usage", std::move(message), std::move(accepted)};
}

std::optional<std::uint32_t> number(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative)
    text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal)
    text.remove_prefix(2);
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  if (error != std::errc() || end != text.data() + text.size() || text.empty() || (negative && value > 0x80000000u))
    return std::nullopt;
  return negative ? 0 - value : value;
}

struct Assignment {
  std::string_view name, value;
};
std::optional<Assignment> split(std::string_view text) {
  const auto at = text.find('=');
  if (at == std::string_view::npos || at == 0 || at + 1 == text.size())
    return std::nullopt;
  return Assignment{text.substr(0, at), text.substr(at + 1)};
}

/// "5", "-1", "lane", "lane*4" or 32 values with commas.
bool fillLanes(std::string_view text, std::uint32_t (&lanes)[kLanes]) {
  if (text.starts_with("lane")) {
    const auto factor = text == "lane"              ? std::optional<std::uint32_t>(1)
                        : text.starts_with("lane*") ? number(text.substr(5))
                                                    : std::nullopt;
    if (!factor)
      return false;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      lanes[lane] = lane * *factor;
    return true;
  }
  if (text.find(',') == std::string_view::npos) {
    const auto value = number(text);
    if (!value)
      return false;
    for (std::uint32_t& lane : lanes)
      lane = *value;
    return true;
  }
  unsigned count = 0;
  for (std::size_t at = 0; at <= text.size() && count < kLanes; ++count) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const auto value = number(text.substr(at, comma - at));
    if (!value)
      return false;
    lanes[count] = *value;
    if (comma == text.size())
      return count + 1 == kLanes;
    at = comma + 1;
  }
  return false;
}

spec::Result<void> setRegister(spec::Warp& warp, const std::string& text) {
  const auto assignment = split(text);
  const auto reg = assignment && assignment->name.starts_with('R') ? number(assignment->name.substr(1)) : std::nullopt;
  if (!reg || *reg >= spec::kRegisters || !fillLanes(assignment->value, warp.registers[*reg]))
    return usage(fmt::format("--reg {} is not understood", text),
                 "R0..R254=VALUE, =lane, =lane*N or 32 values with commas");
  return {};
}

spec::Result<void> setPredicate(spec::Warp& warp, const std::string& text) {
  const auto assignment = split(text);
  const auto predicate =
      assignment && assignment->name.starts_with('P') ? number(assignment->name.substr(1)) : std::nullopt;
  const auto mask = assignment ? number(assignment->value) : std::nullopt;
  if (!predicate || *predicate >= spec::kPredicates || !mask)
    return usage(fmt::format("--pred {} is not understood", text), "P0..P6=MASK, bit i for lane i");
  warp.predicates[*predicate] = *mask;
  return {};
}

spec::Result<void> setMemory(spec::SharedMemory& memory, const std::string& text) {
  const auto assignment = split(text);
  const auto address = assignment ? number(assignment->name) : std::nullopt,
             value = assignment ? number(assignment->value) : std::nullopt;
  if (!address || !value || *address % 4 || *address + std::uint64_t(4) > memory.size())
    return usage(fmt::format("--mem {} is not understood", text),
                 "ADDRESS=WORD, a multiple of 4 inside --shared bytes");
  for (unsigned byte = 0; byte < 4; ++byte)
    memory[*address + byte] = static_cast<std::uint8_t>(*value >> (8 * byte));
  return {};
}

spec::Result<spec::ShaderKind> shaderOf(std::string_view name) {
  static constexpr std::string_view kNames[] = {"compute",  "vertex", "tessellation-control", "tessellation-evaluation",
                                                "geometry", "pixel"};
  for (unsigned kind = 0; kind < std::size(kNames); ++kind)
    if (name == kNames[kind])
      return static_cast<spec::ShaderKind>(kind);
  return usage(fmt::format("no shader kind is called {}", name),
               "compute, vertex, tessellation-control, tessellation-evaluation, geometry, pixel");
}

spec::Result<spec::Case> caseFromText(const Options& options) {
  const auto instruction = spec::parse(options.input);
  if (!instruction)
    return instruction.error();
  spec::Case c;
  c.instruction = *instruction;
  c.choices = spec::defaultChoices(c.instruction.form);
  const auto shader = shaderOf(options.shader);
  if (!shader)
    return shader.error();
  c.shader = *shader;
  if (options.shared > spec::kMaxSharedBytes)
    return usage("--shared is more than shared memory can be", "0..16777216");
  c.shared.resize(options.shared);
  for (const std::string& text : options.registers)
    if (auto done = setRegister(c.warp, text); !done)
      return done.error();
  for (const std::string& text : options.predicates)
    if (auto done = setPredicate(c.warp, text); !done)
      return done.error();
  for (const std::string& text : options.memory)
    if (auto done = setMemory(c.shared, text); !done)
      return done.error();
  if (!options.active.empty()) {
    const auto mask = number(options.active);
    if (!mask)
      return usage("--active is no mask", "32 bits, bit i for lane i");
    c.warp.active = *mask;
  }
  return c;
}

/// A case file is a name that exists or ends in .json; everything else is an instruction.
bool namesFile(const std::string& input) {
  std::error_code ignored;
  return input.ends_with(".json") ||
         (input.find_first_of(" \t@") == std::string::npos && std::filesystem::exists(input, ignored));
}

int exec(const Options& options) {
  const bool file = namesFile(options.input);
  if (file && (!options.registers.empty() || !options.predicates.empty() || !options.memory.empty() || options.shared ||
               !options.active.empty()))
    return badInput(
        "usage: --reg, --pred, --mem, --shared and --active go with an instruction text, not with a case file");
  auto c = file ? spec::readCase(options.input) : caseFromText(options);
  if (!c)
    return badInput(file ? "" : options.input, c.error());
  if (auto known = checkPath(c->instruction.mnemonic(), options.path); !known)
    return badInput("", known.error());
  const auto outcome = fuzz::execute(*c, options.path);
  if (!outcome)
    return badInput(file ? options.input : spec::print(c->instruction), outcome.error());
  spec::Case answered = *c;
  answered.expected = fuzz::expectedOf(*c, *outcome);
  if (!options.output.empty())
    if (auto written = spec::writeCase(answered, options.output, options.force); !written)
      return badInput("", written.error());
  if (options.json) {
    const std::string text = spec::toJson(answered);
    fmt::print("{}{}", text, text.ends_with('\n') ? "" : "\n");
    return codeOf(ExitCode::AsExpected);
  }
  fuzz::Oracle oracle;
  fmt::print("{}", fuzz::laneTable(oracle, *c, *outcome, *outcome, {fuzz::wantsColour(1), options.allLanes}));
  return codeOf(ExitCode::AsExpected);
}

void setup(CLI::App& command, Run& run) {
  const auto options = std::make_shared<Options>();
  command.add_option("input", options->input, "a case file, or an instruction's text")->required();
  command
      .add_option("--reg,-r", options->registers,
                  "R1=VALUE, R1=lane, R1=lane*4, or R1= and 32 values with commas (repeatable)")
      ->allow_extra_args(false);
  command.add_option("--pred,-p", options->predicates, "P0=MASK (repeatable)")->allow_extra_args(false);
  command.add_option("--active,-a", options->active, "mask of active lanes (default: all)");
  command.add_option("--shared", options->shared, "bytes of shared memory (default 0)");
  command.add_option("--mem,-m", options->memory, "ADDRESS=WORD in shared memory (repeatable)")
      ->allow_extra_args(false);
  command.add_option("--shader", options->shader, "shader kind (default compute)");
  command.add_option("--path", options->path, "force a code path of the executor");
  command.add_option("--output,-o", options->output, "write the case with its outcome as expected values");
  command.add_flag("--force", options->force, "write over an existing file");
  command.add_flag("--json", options->json, "print the case with its outcome as expected values");
  command.add_flag("--all-lanes", options->allLanes, "show lanes that do not execute, too");
  command.footer("Examples:\n"
                 "  warplaw exec 'SHFL.UP P0, R0, R1, 1, 0' --reg R1=lane*10\n"
                 "  warplaw exec 'ATOMS.ADD R0, [R1], R2' -r R1=0 -r R2=lane --shared 64 -m 0=100\n"
                 "  warplaw exec '@!P1 SHFL.BFLY P0, R0, R1, 16, 31' -r R1=lane -p P1=0xff --json\n"
                 "  warplaw exec corpus/contradictions/shfl-4-up-min-lane.json --path portable");
  run = [options] { return exec(*options); };
}

} // namespace

const Command kExec{"exec", "run an instruction or a case file and show the outcome", setup};

} // namespace warplaw::tools

#include "tools/launch_case.h"
#include "ptx/machine/run.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <map>

namespace warplaw::tools {
namespace {

/// Elements of bytes; some of whose bytes may be anything, may be anything.
spec::LaunchElements elementsOf(const std::vector<std::uint8_t>& bytes, const std::vector<bool>& isDefined,
                                const spec::scalar::Type& type) {
  const std::size_t size = bytesOf(type);
  spec::LaunchElements out{type, {}};
  for (std::size_t at = 0; at + size <= bytes.size(); at += size) {
    const auto begin = isDefined.begin() + static_cast<std::ptrdiff_t>(isDefined.empty() ? 0 : at);
    const bool isKnown =
        isDefined.empty() || std::all_of(begin, begin + static_cast<std::ptrdiff_t>(size), std::identity{});
    out.values.push_back(isKnown ? std::optional(readLittle(std::span(bytes).subspan(at, size))) : std::nullopt);
  }
  return out;
}
spec::LaunchElements elementsOf(const ptx::Array& array, const spec::scalar::Type& type) {
  return elementsOf(array.bytes, array.isDefined, type);
}

ArrayText arrayOf(const spec::LaunchElements& elements) {
  const std::size_t size = bytesOf(elements.type);
  ArrayText out{elements.type, std::vector<std::uint8_t>(size * elements.values.size()), {}};
  if (std::ranges::any_of(elements.values, [](const auto& one) { return !one; }))
    out.isDefined.assign(out.bytes.size(), true);
  for (std::size_t i = 0; i < elements.values.size(); ++i)
    if (elements.values[i])
      writeLittle(std::span(out.bytes).subspan(i * size, size), *elements.values[i]);
    else
      std::fill_n(out.isDefined.begin() + static_cast<std::ptrdiff_t>(i * size), size, false);
  return out;
}

BadCase bad(const std::string& where, std::string message, std::string accepted) {
  return {where, {"case-format", std::move(message), std::move(accepted)}};
}

/// What one parameter gets.
boost::system::result<void, BadCase> bindOne(const spec::LaunchArgument& given, const ptx::Parameter& parameter,
                                             unsigned addressBytes, BoundLaunch& bound, const std::string& path) {
  ptx::Argument argument;
  argument.bytes.resize(parameter.bytes);
  const auto wrong = [&](std::string_view what) {
    return bad(path, fmt::format("argument {} is {}", given.name, what), fmt::format("{} bytes", parameter.bytes));
  };
  if (const auto* const elements = std::get_if<spec::LaunchElements>(&given.value)) {
    if (parameter.bytes != addressBytes)
      return wrong("an array, and the parameter no address");
    ArrayText array = arrayOf(*elements);
    argument.array = static_cast<int>(bound.launch.arrays.size());
    bound.types.push_back(array.type);
    bound.launch.arrays.push_back(
        {given.name, std::move(array.bytes), std::move(array.isDefined), bytesOf(array.type), false});
  } else if (const auto* const bytes = std::get_if<std::vector<std::uint8_t>>(&given.value)) {
    if (bytes->size() != parameter.bytes)
      return wrong(fmt::format("{} bytes", bytes->size()));
    argument.bytes = *bytes;
  } else {
    const std::uint64_t number = std::get<std::uint64_t>(given.value);
    if (parameter.bytes > 8 || (number & ~spec::scalar::onesOf(8 * parameter.bytes)))
      return wrong("a number that is no value of the parameter");
    writeLittle(argument.bytes, number);
  }
  bound.launch.arguments.push_back(std::move(argument));
  return {};
}

boost::system::result<BoundLaunch, BadCase> bindAll(const spec::LaunchCase& c, const ptx::Kernel& kernel,
                                                    const std::string& path) {
  BoundLaunch bound;
  bound.launch.entry = c.entry;
  bound.launch.grid = c.grid;
  bound.launch.block = c.block;
  bound.launch.dynamicSharedBytes = c.shared;
  bound.launch.mostSteps = c.steps;
  for (const ptx::Parameter& parameter : kernel.parameters) {
    const auto given = std::ranges::find(c.arguments, parameter.name, &spec::LaunchArgument::name);
    if (given == c.arguments.end())
      return bad(path, fmt::format("parameter {} has no value", parameter.name), "\"arguments\" of all of them");
    if (const auto done = bindOne(*given, parameter, kernel.spaces.addressBytes, bound, path); !done)
      return done.error();
  }
  if (c.arguments.size() != kernel.parameters.size())
    return bad(path, fmt::format("{} arguments for {} parameters", c.arguments.size(), kernel.parameters.size()),
               "one for each");
  return bound;
}

/// What is expected of every array: where nothing is said, what it held before.
boost::system::result<void, BadCase> expectAll(const spec::LaunchExpected& expected, BoundLaunch& bound,
                                               const std::string& path) {
  const auto& arrays = bound.launch.arrays;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const auto said = std::ranges::find(expected.memory, arrays[i].name, [](const auto& one) { return one.first; });
    const bool isSaid = said != expected.memory.end();
    bound.expected.push_back(
        {static_cast<int>(i),
         isSaid ? arrayOf(said->second) : ArrayText{bound.types[i], arrays[i].bytes, arrays[i].isDefined}});
    if (bound.expected.back().holds.bytes.size() > arrays[i].bytes.size())
      return bad(path, fmt::format("more is expected of {} than it has", arrays[i].name), "at most its bytes");
  }
  for (const auto& [name, elements] : expected.memory)
    if (std::ranges::find(arrays, name, &ptx::Array::name) == arrays.end())
      return bad(path, fmt::format("no array is called {}", name), "an array among the arguments");
  return {};
}

std::string launchFindingText(const spec::LaunchFinding& finding) {
  return fmt::format("{} in line {}{}", finding.finding, finding.line,
                     finding.instruction.empty() ? "" : fmt::format(", {}", finding.instruction));
}
bool isSame(const spec::LaunchFinding& a, const spec::LaunchFinding& b) {
  return a.finding == b.finding && a.line == b.line;
}

std::vector<spec::LaunchFinding> findingsOf(const ModuleRun& run) {
  std::vector<spec::LaunchFinding> all;
  for (const ptx::Finding& one : run.outcome.findings)
    all.push_back({std::string(nameOf(one.kind)), one.place.line, one.instruction, one.what});
  return all;
}

} // namespace

spec::LaunchExpected expectedOf(const ModuleRun& run) {
  spec::LaunchExpected expected{run.outcome.finished, findingsOf(run), {}};
  for (std::size_t i = 0; i < run.outcome.arrays.size(); ++i) {
    const auto& type = run.bound.types[i];
    auto after = elementsOf(run.outcome.arrays[i], type);
    if (after != elementsOf(run.bound.launch.arrays[i], type))
      expected.memory.emplace_back(run.bound.launch.arrays[i].name, std::move(after));
  }
  return expected;
}

spec::LaunchCase caseOf(const ModuleRun& run, const std::string& module) {
  const ptx::Launch& launch = run.bound.launch;
  spec::LaunchCase c{"",
                     {},
                     module,
                     run.kernel->name,
                     launch.grid,
                     launch.block,
                     launch.dynamicSharedBytes,
                     launch.mostSteps,
                     {},
                     expectedOf(run)};
  std::map<std::string, std::string> names; // arrays are called as in the source: here, as in the module
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const ptx::Argument& argument = launch.arguments[i];
    const std::string& name = run.kernel->parameters[i].name;
    if (argument.array >= 0) {
      const auto array = static_cast<std::size_t>(argument.array);
      names[launch.arrays[array].name] = name;
      c.arguments.push_back({name, elementsOf(launch.arrays[array], run.bound.types[array])});
    } else if (argument.bytes.size() > 8) {
      c.arguments.push_back({name, argument.bytes});
    } else {
      c.arguments.push_back({name, readLittle(argument.bytes)});
    }
  }
  for (auto& [name, elements] : c.expected->memory)
    name = names.at(name);
  for (const ExpectedArray& one : run.bound.expected) {
    const std::string& name = names.at(launch.arrays[static_cast<std::size_t>(one.array)].name);
    std::erase_if(c.expected->memory, [&](const auto& each) { return each.first == name; });
    c.expected->memory.emplace_back(name, elementsOf(one.holds.bytes, one.holds.isDefined, one.holds.type));
  }
  return c;
}

boost::system::result<std::unique_ptr<PreparedLaunch>, BadCase> prepare(const spec::LaunchCase& c,
                                                                        const std::string& path) {
  auto module = ptx::read(c.module);
  if (!module)
    return BadCase{path, rejectionOf(module.error().rule, fmt::format("line {} of the module: {}",
                                                                      module.error().place.line, module.error().what))};
  return prepare(c, path, std::move(*module));
}

boost::system::result<std::unique_ptr<PreparedLaunch>, BadCase> prepare(const spec::LaunchCase& c,
                                                                        const std::string& path, ptx::Module module) {
  auto prepared = std::make_unique<PreparedLaunch>();
  prepared->module = std::move(module);
  auto kernel = ptx::decode(prepared->module, c.entry);
  if (!kernel) {
    const ptx::ReadError& first = kernel.error().first;
    return BadCase{path,
                   rejectionOf(first.rule, fmt::format("line {} of the module: {}", first.place.line, first.what))};
  }
  prepared->kernel = std::move(*kernel);
  auto bound = bindAll(c, prepared->kernel, path);
  if (!bound)
    return bound.error();
  if (c.expected)
    if (const auto done = expectAll(*c.expected, *bound, path); !done)
      return done.error();
  if (const std::string fault = faultOf(prepared->kernel, bound->launch); !fault.empty())
    return BadCase{path, rejectionOf("PTX-10", fault)};
  ModuleRun& run = prepared->run;
  run.places = {path + "/module", false, &prepared->module}; // lines are the module's, and not the file's
  run.kernel = &prepared->kernel;
  run.bound = std::move(*bound);
  return prepared;
}

std::vector<std::string> differencesFrom(const spec::LaunchExpected& expected, const ModuleRun& run) {
  std::vector<std::string> all;
  const auto found = findingsOf(run);
  for (const auto& one : expected.findings)
    if (std::ranges::none_of(found, [&](const auto& other) { return isSame(one, other); }))
      all.push_back(fmt::format("{} is expected, and not found", launchFindingText(one)));
  for (const auto& one : found)
    if (std::ranges::none_of(expected.findings, [&](const auto& other) { return isSame(one, other); }))
      all.push_back(fmt::format("{} is found, and not expected", launchFindingText(one)));
  if (expected.finished != run.outcome.finished)
    all.push_back(run.outcome.finished ? "it comes to its end" : "it does not come to its end");
  for (const ElementDifference& one : differencesIn(run))
    all.push_back(fmt::format("{}[{}]: expected {}, got {}", one.array, one.element, one.expected, one.got));
  return all;
}

} // namespace warplaw::tools

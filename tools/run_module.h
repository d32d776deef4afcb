// `warplaw run` of whole PTX modules, and of CUDA source that is compiled to one.
#pragma once
#include "tools/options.h"
#include <optional>
#include <string>
#include <vector>

namespace warplaw::tools {

/// What is said of a launch on the command line.
struct ModuleOptions {
  std::string entry, grid, block, nvcc;
  std::vector<std::string> arguments, expected, allowed, clangArgs;
  std::optional<std::uint64_t> steps, seed;
  std::optional<unsigned> until;
  bool showsAll = false;
  /// The first of them that is given; empty: none is.
  std::string_view given() const;
  /// The same without what a case leaves open.
  std::string_view saidOfLaunch() const;
};
void addModuleOptions(Subcommand& command, ModuleOptions& options);

/// What programs and modules have in common.
struct ShownOptions {
  std::optional<std::uint32_t> shared;
  std::string trace;  ///< "all", or a warp; empty: no steps
  std::string output; ///< a case file to write; empty: none
  bool force = false, json = false, allLanes = false;
};

/// FILE.ptx, FILE.cu, or a file whose first directive is `.version`.
bool isModuleFile(const std::string& path);
/// FILE.ptx, FILE.cu, or a launch's case, which says all of the launch. Gives the exit code.
int runModule(const std::string& path, const ModuleOptions& options, const ShownOptions& shown);

} // namespace warplaw::tools

// `warplaw run` of whole PTX modules, and of CUDA source that is compiled to one.
#pragma once
#include "tools/module_output.h"
#include "tools/options.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplaw::tools {

/// What is said of a launch on the command line.
struct ModuleOptions {
  std::string entry, grid, block, nvcc, choice;
  std::vector<std::string> arguments, expected, allowed, clangArgs;
  std::optional<std::uint64_t> steps, seed;
  std::optional<unsigned> until;
  std::optional<unsigned> target; ///< that CUDA is compiled for
  bool showsAll = false;
  /// The first of them that is given; empty: none is.
  std::string_view given() const;
  /// The same without what a case leaves open.
  std::string_view saidOfLaunch() const;
};
void addModuleOptions(Subcommand& command, ModuleOptions& options);
/// Parts of these: which launch; who compiles CUDA.
void addLaunchOptions(Subcommand& command, ModuleOptions& options);
void addCompilerOptions(Subcommand& command, ModuleOptions& options);

/// What programs and modules have in common.
struct ShownOptions {
  std::optional<std::uint32_t> shared;
  std::string trace;  ///< "all", or a warp; empty: no steps
  std::string output; ///< a case file to write; empty: none
  bool force = false, json = false, allLanes = false;
};

/// A module and one launch of it, for which something is proved.
struct PreparedModule {
  ModulePlaces places;
  std::string source; ///< as the user wrote it
  ptx::Module module;
  ptx::Kernel kernel;
  BoundLaunch bound;
  Parameters parameters;
  std::vector<bool> isAny; ///< of each parameter: it was given `any`, or as an array that holds any
  std::vector<Assigned> said;
  std::vector<bool> isZero; ///< of each parameter: an array that was given `zero`
  /// For each parameter: was nothing said of it? Then a number is any; an array has kMostAssumed bytes of any value.
  std::vector<bool> isAssumed;
  std::string choice;           ///< of kChoices; empty: nobody said one
  bool isBlockSaid = true;      ///< how many threads a block has
  bool isSharedSaid = true;     ///< how much dynamic shared memory it has
  bool isSharedAssumed = false; ///< nobody said it, and the kernel names some: it is kMostSharedAssumed bytes
  bool assumes(std::size_t parameter) const { return parameter < isAssumed.size() && isAssumed[parameter]; }
};
inline constexpr std::uint64_t kMostAssumed = 1 << 16;
inline constexpr std::uint32_t kMostSharedAssumed = 48 << 10; ///< what a block of any GPU may have
class Interrupt;
/// Null: what was wrong was said, unless the user ended it. Parameters that are no arrays may be `any`.
std::unique_ptr<PreparedModule> prepareModule(const std::string& path, const ModuleOptions& options,
                                              std::optional<std::uint32_t> shared,
                                              const Interrupt* interrupt = nullptr);
/// FILE.ptx, FILE.cu, or a launch's case, which says all of the launch. Gives the exit code.
int runModule(const std::string& path, const ModuleOptions& options, const ShownOptions& shown);

} // namespace warplaw::tools

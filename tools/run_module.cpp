#include "tools/run_module.h"
#include "fuzz/lane_table.h"
#include "ptx/flow/flow.h"
#include "ptx/machine/operations.h"
#include "ptx/machine/run.h"
#include "tools/cuda_names.h"
#include "tools/cuda_source.h"
#include "tools/interrupt.h"
#include "tools/launch_case.h"
#include "tools/launch_text.h"
#include "tools/module_output.h"
#include "tools/numbers.h"
#include "tools/output.h"
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <unistd.h>

namespace warplaw::tools {
namespace {
namespace fs = std::filesystem;

constexpr std::size_t kMostModuleBytes = std::size_t{1} << 26; ///< of a module
constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 62;

std::string whyNoDimensions(const std::string& text) {
  return dimensionsOf(text) ? "" : fmt::format("{} are no sizes; accepted: 8, or 8,2 or 8,2,1", text);
}
std::string whyNoBlock(const std::string& text) {
  return dimensionsOf(text) || blocksOf(text)
             ? ""
             : fmt::format("{} are no sizes; accepted: 8, or 8,2 or 8,2,1; in verify 1..64, up to 1024, too", text);
}
std::string whyNoAssignment(const std::string& text) {
  return assignedIn(text) ? "" : fmt::format("{} is no NAME=VALUE; accepted: n=200, in=u32[256]:lane*3", text);
}

std::vector<ptx::FindingKind> allFindings() {
  std::vector<ptx::FindingKind> all;
  for (int kind = 0; kind <= static_cast<int>(ptx::FindingKind::NotJudged); ++kind)
    all.push_back(static_cast<ptx::FindingKind>(kind));
  return all;
}

spec::Result<ptx::FindingKind> findingNamed(std::string_view name) {
  std::vector<std::string_view> names;
  for (const ptx::FindingKind kind : allFindings()) {
    if (nameOf(kind) == name)
      return kind;
    names.push_back(nameOf(kind));
  }
  return spec::Rejection{"usage", fmt::format("no finding is called {}", name),
                         fmt::format("{}", fmt::join(names, ", "))};
}

/// Seconds on a terminal, once a run takes some.
class RunProgress {
public:
  RunProgress() {
    if (isatty(STDERR_FILENO))
      thread_ = std::jthread([this](const std::stop_token& stop) { tell(stop); });
  }

private:
  void tell(const std::stop_token& stop) {
    bool told = false;
    std::unique_lock lock(mutex_);
    for (unsigned seconds = 2;; ++seconds) {
      if (wake_.wait_for(lock, stop, std::chrono::seconds(seconds == 2 ? 2 : 1), [] { return false; }) ||
          stop.stop_requested())
        break;
      say("\rrunning: {} s", seconds);
      told = true;
    }
    if (told)
      say("\r\033[K");
  }
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_; ///< stopped before the others go
};

/// Which warps' steps are shown: `all`, or one, `2` of the first block, `1,0,0:2` of that one.
struct Watch {
  bool all = false;
  ptx::Dimensions block{0, 0, 0};
  std::uint32_t warp = 0;
  bool sees(const ptx::Traced& step) const { return all || (step.block == block && step.warp == warp); }
};
/// "1,0,0" of a block, whose numbers begin with 0.
std::optional<ptx::Dimensions> blockOf(std::string_view text) {
  ptx::Dimensions block{0, 0, 0};
  for (std::uint32_t& number : block) {
    const std::string_view digits = text.substr(0, text.find(','));
    const auto value = wholeNumber(digits);
    if (!value || *value > UINT32_MAX)
      return std::nullopt;
    number = static_cast<std::uint32_t>(*value);
    text.remove_prefix(digits.size());
    if (text.empty())
      return block;
    text.remove_prefix(1);
  }
  return std::nullopt;
}
spec::Result<Watch> watchOf(std::string_view text) {
  if (text == "all")
    return Watch{true, {}, 0};
  const std::size_t colon = text.find(':');
  const auto warp = wholeNumber(colon == text.npos ? text : text.substr(colon + 1));
  const auto block = colon == text.npos ? std::optional(ptx::Dimensions{}) : blockOf(text.substr(0, colon));
  if (!warp || *warp > UINT32_MAX || !block)
    return spec::Rejection{"usage", fmt::format("--trace={} is no warp", text),
                           "--trace, --trace=2 of the first block, --trace=1,0,0:2 of another"};
  return Watch{false, *block, static_cast<std::uint32_t>(*warp)};
}

using Failed = std::vector<BadCase>; ///< one or more lines
template <class T> using Done = boost::system::result<T, Failed>;
Failed failed(std::string where, spec::Rejection rejection) { return {{std::move(where), std::move(rejection)}}; }
Failed failedUsage(std::string message, std::string accepted) {
  return failed("", {"usage", std::move(message), std::move(accepted)});
}
template <class T> Failed failed(const boost::system::result<T, BadCase>& bad) { return {bad.error()}; }

class ModuleRunner {
public:
  ModuleRunner(const std::string& path, const ModuleOptions& options, const ShownOptions& shown,
               const Interrupt* interrupt = nullptr)
      : path_(path), options_(options), shown_(shown), interrupt_(interrupt) {}

  /// False: what was wrong was said.
  bool isPrepared() {
    const auto done = isLaunchFile(path_) ? prepareCase() : prepare();
    if (!done && interrupt_ && interrupt_->requested()) // Ctrl-C ended the compiler, too
      return false;
    if (!done)
      for (const BadCase& bad : done.error())
        badInput(bad.where, bad.rejection);
    return done.has_value();
  }

  std::unique_ptr<PreparedModule> forProof() {
    isForProof_ = true;
    if (!isPrepared())
      return nullptr;
    auto all = std::make_unique<PreparedModule>();
    all->parameters = parameters();
    all->source = std::move(source_);
    all->places = run_.places;
    all->module = std::move(module_);
    all->places.module = &all->module;
    all->kernel = std::move(kernel_);
    all->bound = std::move(run_.bound);
    all->isAny = std::move(isAny_);
    all->isZero = std::move(isZero_);
    all->isAssumed = std::move(isAssumed_);
    all->said = std::move(said_);
    tellUnknownSigns(*all);
    all->choice = choice_;
    all->isBlockSaid = isBlockSaid_;
    all->isSharedSaid = isSharedSaid_;
    all->isSharedAssumed = isSharedAssumed_;
    return all;
  }

  int run() {
    if (!isPrepared())
      return codeOf(ExitCode::BadInput);
    tellNotes();
    {
      const RunProgress progress;
      run_.outcome = ptx::run(kernel_, run_.bound.launch, trace());
    }
    if (!shown_.output.empty())
      if (const auto written = spec::writeCase(caseOf(run_, text_), shown_.output, shown_.force); !written)
        return badInput("", written.error());
    fmt::print("{}{}", shown_.json ? jsonOf(run_) : textOf(run_, colour_), shown_.json ? "\n" : "");
    return codeOf(exitCodeOf(run_));
  }

private:
  /// Everything that may be wrong before the kernel runs.
  Done<void> prepare() {
    run_.places = {path_, path_.ends_with(".cu"), &module_};
    run_.showsAll = options_.showsAll;
    if (!run_.places.isCuda && (!options_.nvcc.empty() || !options_.clangArgs.empty() || options_.target))
      return failedUsage("--nvcc, --clang-arg and --target are of a compiler", "FILE.cu");
    if (const auto done = readOptions(); !done)
      return done;
    if (const auto done = readModule(); !done)
      return done;
    auto text = launchText();
    if (!text)
      return text.error();
    if (const auto done = readAllowed(*text); !done)
      return done;
    if (const auto done = readKernel(*text); !done)
      return done;
    if (isForProof_)
      takeAny(*text);
    auto bound = bindTo(*text, parameters());
    if (!bound)
      return failed(bound);
    run_.bound = std::move(*bound);
    run_.kernel = &kernel_;
    if (const std::string fault = faultOf(kernel_, run_.bound.launch); !fault.empty())
      return failed("", rejectionOf("PTX-10", fault));
    return {};
  }

  /// A case has all of the launch in it.
  Done<void> prepareCase() {
    run_.showsAll = options_.showsAll;
    if (const auto done = readOptions(); !done)
      return done;
    const auto c = readLaunchFile(path_);
    if (!c)
      return failed(c);
    auto prepared = tools::prepare(*c, path_);
    if (!prepared)
      return failed(prepared);
    case_ = std::move(*prepared);
    text_ = c->module;
    kernel_ = case_->kernel;
    run_.places = case_->run.places;
    run_.bound = std::move(case_->run.bound);
    run_.kernel = &kernel_;
    return {};
  }

  Done<void> readOptions() {
    if (!shown_.output.empty())
      if (const auto writable = checkOutputFile(shown_.output, "--output", shown_.force); !writable)
        return failed("", writable.error());
    if (options_.until && shown_.trace.empty())
      return failedUsage("--until without --trace", "--trace, --trace=WARP");
    if (blocksOf(options_.block))
      return failedUsage(fmt::format("--block {} are several launches", options_.block), "8, or 8,2 or 8,2,1");
    const auto watch = watchOf(shown_.trace.empty() ? "all" : shown_.trace);
    if (!watch)
      return failed("", watch.error());
    watch_ = *watch;
    return {};
  }

  Done<void> readModule() {
    auto source = readText(path_, kMostModuleBytes);
    if (!source)
      return failed(path_, source.error());
    source_ = std::move(*source);
    text_ = source_;
    if (run_.places.isCuda) {
      CudaOptions how{options_.nvcc, options_.clangArgs};
      const auto launches = launchesIn(source_, path_);
      if (!launches)
        return failed(launches);
      for (const LaunchText& one : *launches)
        if (!one.target.empty())
          how.target = one.target;
      if (options_.target)
        how.target = fmt::format("sm_{}", *options_.target);
      auto made = ptxOfCuda(path_, how);
      if (!made)
        return failed(made);
      text_ = std::move(*made);
    }
    auto module = ptx::read(text_);
    if (!module)
      return failed(run_.places.first(module.error().place), rejectionOf(module.error().rule, module.error().what));
    module_ = std::move(*module);
    return {};
  }

  std::vector<const ptx::Function*> entries() const {
    std::vector<const ptx::Function*> all;
    for (const ptx::Global& global : module_.globals)
      if (const auto* function = std::get_if<ptx::Function>(&global); function && function->isEntry && function->body)
        all.push_back(function);
    return all;
  }
  std::string entryList() const {
    std::vector<std::string> names;
    for (const ptx::Function* const function : entries()) {
      const std::string plain = plainKernelName(function->name);
      // several instances of a template are told apart by their names in PTX alone
      names.push_back(entryNamed(plain) == function ? plain : function->name);
    }
    return fmt::format("--entry with one of {}", fmt::join(names, ", "));
  }

  /// By its name in PTX, or by the one in CUDA where no other has it; null: none.
  const ptx::Function* entryNamed(std::string_view name) const {
    const auto all = entries();
    const auto byName = std::ranges::find_if(all, [&](const ptx::Function* one) { return one->name == name; });
    if (byName != all.end())
      return *byName;
    const auto isMeant = [&](const ptx::Function* one) { return plainKernelName(one->name) == name; };
    return std::ranges::count_if(all, isMeant) == 1 ? *std::ranges::find_if(all, isMeant) : nullptr;
  }

  /// The launch of the comments that is meant, with what the command line says; sets the entry.
  Done<LaunchText> launchText() {
    auto launches = launchesIn(source_, path_);
    if (!launches)
      return failed(launches);
    LaunchText launch = launches->front();
    if (!run_.places.isCuda && !launch.target.empty())
      return failedUsage("target= is of a compiler", "FILE.cu; a module says .target itself");
    if (!options_.entry.empty()) {
      entry_ = entryNamed(options_.entry);
      for (const LaunchText& one : *launches)
        if (entry_ && !one.entry.empty() && entryNamed(one.entry) == entry_)
          launch = one;
    } else if (launches->size() == 2) {
      launch = launches->back();
      entry_ = entryNamed(launch.entry);
    } else if (launches->size() == 1 && entries().size() == 1) {
      entry_ = entries().front();
    } else if (!entries().empty()) {
      return failed(path_, {"usage", "no entry is named", entryList()});
    }
    const std::string& name = options_.entry.empty() ? launch.entry : options_.entry;
    if (!entry_ && !entries().empty())
      return failed(path_, {"usage", fmt::format("no entry is called {}", name), entryList()});
    if (!entry_)
      return failed(path_, {"PTX-1", "there is no .entry with a body", "a module with a kernel"});
    refine(launch, commandLine());
    requireBlock(launch);
    return launch;
  }

  /// Where nobody says how large a block is, the kernel may.
  void requireBlock(LaunchText& launch) const {
    const auto required = std::ranges::find(entry_->properties, "reqntid", &ptx::Property::name);
    if (launch.block || required == entry_->properties.end() || required->numbers.size() > 3)
      return;
    launch.block.emplace(ptx::Dimensions{1, 1, 1});
    std::ranges::copy(required->numbers, launch.block->begin());
  }

  LaunchText commandLine() const {
    LaunchText more;
    more.entry = entry_->name;
    more.grid = dimensionsOf(options_.grid);
    more.block = dimensionsOf(options_.block);
    more.shared = shown_.shared;
    more.steps = options_.steps;
    more.seed = options_.seed;
    more.choice = options_.choice;
    const auto append = [](std::vector<Assigned>& to, const std::vector<std::string>& texts) {
      for (const std::string& text : texts)
        to.push_back(assignedIn(text).value()); // judged before
    };
    append(more.arguments, options_.arguments);
    append(more.expected, options_.expected);
    for (const std::string& name : options_.allowed)
      more.allowed.push_back({"allow", name, ""});
    return more;
  }

  Done<void> readAllowed(const LaunchText& text) {
    for (const Assigned& name : text.allowed) {
      const auto kind = findingNamed(name.value);
      if (!kind)
        return failed(name.where, kind.error());
      run_.allowed.insert(*kind);
    }
    return {};
  }

  Done<void> readKernel(const LaunchText& text) {
    auto kernel = ptx::decode(module_, text.entry);
    if (!kernel)
      return rejected(kernel.error());
    kernel_ = std::move(*kernel);
    choice_ = text.choice;
    if (text.choice != kChoices[1])
      return {};
    if (kernel_.target < ptx::kIndependent)
      return failedUsage(fmt::format("{} is for a module of sm_{}", text.choice, kernel_.target), "sm_70 and later");
    if (!shown_.output.empty())
      return failedUsage(fmt::format("--output: a case does not hold {}", text.choice), std::string(kChoices[0]));
    ptx::leaveAtOnce(kernel_);
    return {};
  }

  /// In a proof parameters may be `any`; and what is `any` differs from what nobody says.
  void takeAny(LaunchText& text) {
    const Parameters all = parameters();
    isAny_.assign(all.size(), false);
    isZero_.assign(all.size(), false);
    isAssumed_.assign(all.size(), false);
    isSharedSaid_ = text.shared.has_value();
    isSharedAssumed_ = !isSharedSaid_ && namesDynamicShared(module_, kernel_) &&
                       kernel_.staticSharedBytes + kMostSharedAssumed <= ptx::kMostSharedBytes;
    if (isSharedAssumed_)
      text.shared = kMostSharedAssumed;
    isBlockSaid_ = text.block.has_value() || !kernel_.requiredBlock.empty();
    said_ = text.said;
    assume(text, all);
    for (Assigned& one : text.arguments) {
      const auto number = parameterNamed(one.name, all);
      if (!number)
        continue; // bindTo() says so
      isAny_[*number] = one.value == "any" || one.value.ends_with("]:any");
      isZero_[*number] = one.value.ends_with("]:zero");
      if (one.value == "any")
        one.value = all[*number].isAggregate ? fmt::format("u8[{}]:zero", all[*number].bytes) : "0";
    }
  }

  /// What nobody says anything of is any. Where a module does not tell addresses from numbers (`.ptr`), what may be an
  /// address is taken for one.
  void assume(LaunchText& text, const Parameters& all) {
    const bool tells = std::ranges::any_of(kernel_.parameters, &ptx::Parameter::isPointer);
    std::set<std::size_t> said;
    for (const Assigned& one : text.arguments)
      if (const auto number = parameterNamed(one.name, all))
        said.insert(*number);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (said.contains(i))
        continue;
      const bool mayBe = !all[i].isAggregate && all[i].bytes == all[i].addressBytes;
      const bool isArray = tells ? kernel_.parameters[i].isPointer : mayBe;
      isAssumed_[i] = true;
      text.arguments.push_back({fmt::format("{}", i), isArray ? fmt::format("u8[{}]:any", kMostAssumed) : "any", ""});
    }
  }

  Failed rejected(const ptx::DecodeError& error) const {
    Failed all;
    for (const ptx::Unsupported& one : error.unsupported)
      all.push_back({whereOf(one.place),
                     {"PTX-5",
                      fmt::format("not supported: {}{}", one.what,
                                  one.times > 1 ? fmt::format("; {} times in the kernel", one.times) : ""),
                      ""}});
    if (all.empty() || error.first.rule != "PTX-5") // which is one of those
      all.push_back({whereOf(error.first.place), rejectionOf(error.first.rule, error.first.what)});
    return all;
  }
  std::string whereOf(const ptx::Place& place) const { return run_.places.first(place); }

  /// What was read over, "LINE: note: ..". What was read over in all of a compiler's text is of no interest.
  void tellNotes() const {
    for (const std::string& note : kernel_.notes)
      if (!run_.places.isCuda)
        say("{}:{}\n", printable(path_), printable(note));
      else if (std::ranges::find(module_.notes, note) == module_.notes.end())
        say("{}: PTX line {}\n", printable(path_), printable(note));
  }

  /// What less means depends on it.
  void tellUnknownSigns(const PreparedModule& all) const {
    for (const ParameterText& one : all.parameters) {
      const auto names = [&](const Assigned& said) { return ptx::isNamedIn(said.value, one.shown(), "_$"); };
      if (!one.isSigned && !one.isAggregate && std::ranges::any_of(all.said, names))
        say("{}: note: nobody here knows the type of {}, so statements take it for a number without a sign\n",
            printable(path_), printable(one.shown()));
    }
  }

  /// The entry's, with the names and signs that they have in CUDA where that is known.
  Parameters parameters() const {
    Parameters all;
    std::vector<SourceParameter> declared;
    if (run_.places.isCuda)
      declared = parametersInSource(source_, entry_->name);
    const bool isDeclared = declared.size() == entry_->parameters.size();
    for (std::size_t i = 0; i < entry_->parameters.size() && i < kernel_.parameters.size(); ++i) {
      const ptx::Variable& parameter = entry_->parameters[i];
      const bool isAggregate = !parameter.dimensions.empty() || parameter.vector > 1;
      const SourceParameter inSource = isDeclared ? declared[i] : SourceParameter();
      all.push_back({parameter.name, inSource.name, parameter.type, kernel_.parameters[i].bytes, isAggregate,
                     kernel_.spaces.addressBytes, inSource.isSigned});
    }
    return all;
  }

  bool reachesEnd(const ptx::Traced& step) const {
    const std::uint32_t line = run_.places.isCuda ? step.place.sourceLine : step.place.line;
    return options_.until && line == *options_.until;
  }

  ptx::Trace trace() {
    if (shown_.trace.empty())
      return {};
    return [this, isOver = false](const ptx::Traced& step) mutable {
      if (isOver || !watch_.sees(step))
        return;
      if (shown_.json)
        run_.steps.push_back(jsonOf(step, run_.places));
      else
        fmt::print("{}", tableOf(step, run_.places, shown_.allLanes, colour_));
      isOver = reachesEnd(step);
    };
  }

  const std::string& path_;
  const ModuleOptions& options_;
  const ShownOptions& shown_;
  const Interrupt* interrupt_;
  const bool colour_ = fuzz::wantsColour(STDOUT_FILENO);
  std::string source_, text_; ///< as the user wrote it; the module
  ptx::Module module_;
  std::unique_ptr<PreparedLaunch> case_; ///< of a case's file; else null
  const ptx::Function* entry_ = nullptr;
  ptx::Kernel kernel_;
  Watch watch_;
  ModuleRun run_;
  bool isForProof_ = false, isBlockSaid_ = true, isSharedSaid_ = true, isSharedAssumed_ = false;
  std::vector<bool> isAny_, isZero_, isAssumed_;
  std::string choice_;
  std::vector<Assigned> said_;
};

} // namespace

std::string_view ModuleOptions::saidOfLaunch() const {
  ModuleOptions others = *this;
  others.until.reset();
  others.showsAll = false;
  return others.given();
}

std::string_view ModuleOptions::given() const {
  const std::pair<bool, std::string_view> all[] = {{!entry.empty(), "--entry"},         {!grid.empty(), "--grid"},
                                                   {!block.empty(), "--block"},         {!arguments.empty(), "--arg"},
                                                   {!expected.empty(), "--expect"},     {!allowed.empty(), "--allow"},
                                                   {steps.has_value(), "--steps"},      {until.has_value(), "--until"},
                                                   {seed.has_value(), "--seed"},        {showsAll, "--all"},
                                                   {!clangArgs.empty(), "--clang-arg"}, {!nvcc.empty(), "--nvcc"},
                                                   {!choice.empty(), "--choice"}};
  const auto* const first = std::ranges::find(all, true, &std::pair<bool, std::string_view>::first);
  return first == std::end(all) ? std::string_view() : first->second;
}

void addLaunchOptions(Subcommand& command, ModuleOptions& options) {
  static const std::string choices = fmt::format("{}", fmt::join(kChoices, " "));
  command.options({
      {"--entry", options.entry, "modules (docs/ptx.md): the kernel to launch; not needed if there is only one"},
      {"--grid", options.grid, "modules: number of blocks, X, X,Y or X,Y,Z (default 1)", judgedBy(whyNoDimensions)},
      {"--block", options.block,
       "modules: threads of a block, X, X,Y or X,Y,Z (default: .reqntid of the kernel, or 32); in verify "
       "FIRST..LAST: each of these launches",
       judgedBy(whyNoBlock)},
      {"--arg", options.arguments,
       "modules: NAME=VALUE of a parameter, by name or number: n=200, in=u32[256]:lane*3, out=u32[8] (repeatable)",
       judgedBy(whyNoAssignment)},
      {"--choice", options.choice,
       "modules: returning=left: threads that only have to exit count as gone, and no barrier waits for them; "
       "otherwise their warp waits for them, as PTX demands (docs/ptx.md)",
       oneOf(choices)},
  });
}

void addCompilerOptions(Subcommand& command, ModuleOptions& options) {
  command.options({
      {"--clang-arg", options.clangArgs, "FILE.cu: compile it by clang, with this argument (repeatable)",
       kText.excludes("--nvcc")},
      {"--nvcc", options.nvcc, "FILE.cu: compile it by this nvcc (default: the one on PATH, else clang)",
       kReadableFile},
  });
}

void addModuleOptions(Subcommand& command, ModuleOptions& options) {
  addLaunchOptions(command, options);
  command.options({
      {"--expect", options.expected,
       "modules: exit with 1 unless this array holds these values afterwards, NAME=ARRAY (repeatable)",
       judgedBy(whyNoAssignment)},
      {"--allow", options.allowed, "modules: do not exit with 1 for this finding, such as race (repeatable)"},
      {"--steps", options.steps, "modules: the most steps that all warps together may take (default 10^8)",
       wholeNumberIn(1, kMostSteps)},
      {"--until", options.until, "modules: --trace ends once this line of the text is executed",
       wholeNumberIn(1, 1'000'000'000)},
      {"--seed", options.seed, "modules: the seed of arrays that are `random` (default 0)",
       wholeNumberIn(0, UINT64_MAX)},
      {"--all", options.showsAll, "modules: show every element that changed"},
  });
  addCompilerOptions(command, options);
}

std::unique_ptr<PreparedModule> prepareModule(const std::string& path, const ModuleOptions& options,
                                              std::optional<std::uint32_t> shared, const Interrupt* interrupt) {
  ShownOptions shown;
  shown.shared = shared;
  return ModuleRunner(path, options, shown, interrupt).forProof();
}

int runModule(const std::string& path, const ModuleOptions& options, const ShownOptions& shown) {
  return ModuleRunner(path, options, shown).run();
}

} // namespace warplaw::tools

#include "tools/check_scalar.h"
#include "concrete/scalar/scalar.h"
#include "include/warplaw/scalar.h"
#include "plain/samples.h"
#include "tools/compiler.h"
#include "tools/input.h"
#include "tools/json_line.h"
#include <algorithm>
#include <bit>
#include <csignal>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <memory>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace warplaw::tools {
namespace {
using spec::scalar::Form;
using spec::scalar::Modes;
using spec::scalar::Word;

constexpr std::uint64_t kDefaultCases = 2000, kMostCases = 100000;
constexpr std::size_t kNameBytes = 100;

/// What both processes see.
struct Shared {
  enum class Came : std::uint32_t { Nothing, Loaded, Unknown, Results };
  Came came;
  char name[kNameBytes + 1], rejected[256];
  warplaw_scalar_case batch[kMostCases];
};

class SharedPage {
public:
  SharedPage()
      : at_(mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  SharedPage(const SharedPage&) = delete;
  SharedPage& operator=(const SharedPage&) = delete;
  ~SharedPage() {
    if (isThere())
      munmap(at_, sizeof(Shared));
  }
  bool isThere() const { return at_ != MAP_FAILED; }
  Shared& operator*() const { return *static_cast<Shared*>(at_); }

private:
  void* at_;
};

enum class Status : std::uint8_t { Ok, NotImplemented, Mismatch, Crash, Timeout };
constexpr std::string_view kStatusNames[] = {"OK", "NOT-IMPLEMENTED", "MISMATCH", "CRASH", "TIMEOUT"};

struct Found {
  std::string opcode, rules;
  Status status = Status::NotImplemented;
  std::size_t cases = 0, wrong = 0;
  std::string what; ///< the plainest of the wrong cases, or how it ended
};

// ---- in the process of the executor

[[noreturn]] void reject(Shared& shared, std::string_view what) {
  what.copy(shared.rejected, sizeof shared.rejected - 1);
  _exit(0);
}

const warplaw_scalar_executor& loaded(Shared& shared, const std::string& object) {
  void* const library = dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    reject(shared, dlerror());
  using Open = const warplaw_scalar_executor*(std::uint32_t);
  auto* const open = reinterpret_cast<Open*>(dlsym(library, "warplaw_scalar_open"));
  if (!open)
    reject(shared, "exports no warplaw_scalar_open");
  const warplaw_scalar_executor* const table = open(WARPLAW_SCALAR_ABI);
  if (!table || table->abi != WARPLAW_SCALAR_ABI || table->bytes < sizeof *table || !table->run)
    reject(shared, "warplaw_scalar_open gives no table of ABI 1");
  if (table->name)
    std::string_view(table->name).copy(shared.name, kNameBytes);
  shared.came = Shared::Came::Loaded;
  return *table;
}

[[noreturn]] void serve(Shared& shared, const std::string& object, const Form& form, Modes modes, std::size_t count,
                        double seconds) {
  signal(SIGALRM, SIG_DFL);
  const rlimit noCore{0, 0};
  setrlimit(RLIMIT_CORE, &noCore);
  const auto whole = static_cast<time_t>(seconds);
  const itimerval timer{{0, 0}, {whole, static_cast<suseconds_t>((seconds - double(whole)) * 1e6) + 1}};
  setitimer(ITIMER_REAL, &timer, nullptr);
  const std::string opcode = form.opcode(modes), row(form.operation->symbol),
                    type(form.operation->typeNames[form.type]);
  const warplaw_scalar_executor& table = loaded(shared, object);
  const warplaw_scalar_operation operation{opcode.c_str(), row.c_str(), type.c_str(), modes, form.sources()};
  const int known = table.run(&operation, shared.batch, static_cast<std::uint32_t>(count));
  shared.came = known ? Shared::Came::Results : Shared::Came::Unknown;
  _exit(0);
}

// ---- the cases of an opcode

/// No rule says what it gives: an integer divided by 0 (PTX-21).
bool isOpen(const Form& form, const std::vector<Word>& sources) {
  const std::string_view mnemonic = form.operation->mnemonic();
  return !form.operation->isFloat && (mnemonic == "div" || mnemonic == "rem") && sources[1] == 0;
}

/// NVIDIA says of these how far they may be off, not what they give.
bool isApproximate(const std::string& opcode) {
  return opcode.find(".approx") != std::string::npos || opcode.find(".full") != std::string::npos;
}

/// Half of them pairs of boundaries, from all over; the rest random words.
std::vector<std::vector<Word>> casesOf(const Form& form, Modes modes, std::size_t most) {
  std::vector<std::vector<Word>> pairs, all;
  plain::Samples samples(form, modes);
  samples.eachPair([&](const std::vector<Word>& sources) {
    if (!isOpen(form, sources))
      pairs.push_back(sources);
  });
  const std::size_t step = pairs.size() / std::max<std::size_t>(most / 2, 1) + 1;
  for (std::size_t i = 0; i < pairs.size() && all.size() < most; i += step)
    all.push_back(std::move(pairs[i]));
  while (all.size() < most)
    if (auto sources = samples.random(); !isOpen(form, sources))
      all.push_back(std::move(sources));
  return all;
}

Word expectedOf(const Form& form, Modes modes, const std::vector<Word>& sources) {
  Word of[spec::scalar::kMostSources] = {};
  std::ranges::copy(sources, of);
  return concrete::scalarFunction(form)(modes, of[0], of[1], of[2], of[3]);
}

int bitsIn(const std::vector<Word>& sources) {
  int bits = 0;
  for (const Word word : sources)
    bits += std::popcount(word);
  return bits;
}

void compare(const Form& form, Modes modes, const std::vector<std::vector<Word>>& cases, const Shared& shared,
             Found& found) {
  const Word counts = plain::mask(form.result(modes));
  int fewest = INT32_MAX;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Word expected = expectedOf(form, modes, cases[i]), got = shared.batch[i].result & counts;
    if (expected == got)
      continue;
    ++found.wrong;
    if (const int bits = bitsIn(cases[i]); bits < fewest) {
      fewest = bits;
      found.what =
          fmt::format("{} {:#x}: expected {:#x}, got {:#x}", found.opcode, fmt::join(cases[i], ", "), expected, got);
    }
  }
  found.status = found.wrong ? Status::Mismatch : Status::Ok;
}

spec::Result<Found> checked(const std::string& object, const Form& form, Modes modes, const ScalarCheck& options,
                            Shared& shared) {
  Found found{
      form.opcode(modes), fmt::format("{}", fmt::join(form.operation->rules, " ")), Status::NotImplemented, 0, 0, ""};
  const auto cases = casesOf(form, modes, options.cases ? options.cases : kDefaultCases);
  found.cases = cases.size();
  shared.came = Shared::Came::Nothing;
  shared.rejected[0] = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    shared.batch[i] = {{}, 0xc0dec0dec0dec0de};
    std::ranges::copy(cases[i], shared.batch[i].source);
  }
  const pid_t child = fork();
  if (child < 0)
    return spec::Rejection{"executor", "no process can be started", "a machine with room for one"};
  if (child == 0)
    serve(shared, object, form, modes, cases.size(), options.seconds);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (shared.rejected[0])
    return spec::Rejection{"executor", std::string(shared.rejected, strnlen(shared.rejected, sizeof shared.rejected)),
                           "the one function of include/warplaw/scalar.h"};
  if (WIFSIGNALED(status)) {
    found.status = WTERMSIG(status) == SIGALRM ? Status::Timeout : Status::Crash;
    found.what = fmt::format("{}", strsignal(WTERMSIG(status)));
  } else if (shared.came == Shared::Came::Results) {
    compare(form, modes, cases, shared, found);
  } else if (shared.came != Shared::Came::Unknown) {
    found.status = Status::Crash;
    found.what = fmt::format("it ended with exit code {}", WEXITSTATUS(status));
  }
  return found;
}

// ---- the report

void print(const std::vector<Found>& all) {
  std::map<std::string, std::size_t> unknown;
  for (const Found& found : all)
    if (found.status == Status::NotImplemented)
      ++unknown[found.opcode.substr(0, found.opcode.find('.'))];
    else
      fmt::print("{:<28} {:<10} {} cases{}\n", found.opcode, kStatusNames[unsigned(found.status)], found.cases,
                 found.wrong ? fmt::format(", {} wrong [{}]", found.wrong, found.rules) : "");
  for (const Found& found : all)
    if (!found.what.empty())
      fmt::print("\n{} {}\n  {}\n", kStatusNames[unsigned(found.status)], found.opcode, found.what);
  std::vector<std::string> names;
  for (const auto& [mnemonic, count] : unknown)
    names.push_back(fmt::format("{} ({})", mnemonic, count));
  if (!names.empty())
    fmt::print("\nNOT-IMPLEMENTED, with how many opcodes: {}\n", fmt::join(names, ", "));
}

void printJson(std::string_view name, const std::vector<Found>& all) {
  boost::json::array rows;
  for (const Found& found : all)
    rows.push_back({{"opcode", found.opcode},
                    {"status", kStatusNames[unsigned(found.status)]},
                    {"cases", found.cases},
                    {"wrong", found.wrong},
                    {"what", found.what}});
  printJsonLine({{"executor", name}, {"opcodes", std::move(rows)}});
}

ExitCode exitCodeOf(const std::vector<Found>& all) {
  const auto isAny = [&](auto is) { return std::ranges::any_of(all, is, &Found::status); };
  if (isAny([](Status status) { return status > Status::NotImplemented; }))
    return ExitCode::Counterexample;
  return isAny([](Status status) { return status == Status::Ok; }) ? ExitCode::AsExpected : ExitCode::Inconclusive;
}

/// A shared object as it is, or one made of sources.
spec::Result<check::Source> objectOf(const ExecutorSource& source, const Compiler& compiler) {
  const std::string& first = source.files.front();
  if (source.files.size() == 1 && !isSource(first) && !isBitcode(first)) {
    if (const auto file = checkIsFile(first); !file)
      return file.error();
    return check::Source{std::filesystem::absolute(first)};
  }
  const auto objects = compiler.each(source, {"-O2", "-g", "-fPIC"}, false);
  if (!objects)
    return objects.error();
  const std::string shared = compiler.in("scalar.so");
  if (auto done = compiler.link(*objects, shared); !done)
    return done.error();
  return check::Source{shared};
}

} // namespace

int checkScalar(const ScalarCheck& options) {
  if (options.executor.files.empty())
    return badUsage("what is to be checked?", "with --scalar: a shared object, or FILE.c, FILE.cpp, FILE.bc");
  if (options.cases > kMostCases)
    return badUsage("too many cases of one opcode", fmt::format("1 to {}", kMostCases));
  const Compiler compiler;
  const auto object = objectOf(options.executor, compiler);
  const std::string file = options.executor.name();
  if (!object)
    return badInput(file, object.error());
  const SharedPage page;
  if (!page.isThere())
    return badInput("no memory for cases");
  std::vector<Found> all;
  for (const Form& form : spec::scalar::forms())
    for (const Modes modes : form.everyModes()) {
      if (isApproximate(form.opcode(modes)))
        continue;
      auto found = checked(object->text, form, modes, options, *page);
      if (!found)
        return badInput(file, found.error());
      all.push_back(std::move(*found));
    }
  const std::string name((*page).name, strnlen((*page).name, kNameBytes));
  if (options.json) {
    printJson(name, all);
  } else {
    fmt::print("{}\n\n", name.empty() ? file : name);
    print(all);
  }
  return codeOf(exitCodeOf(all));
}

} // namespace warplaw::tools

// libFuzzer target: a launch made of a record. It is rejected in one line, or it runs; then what `warplaw run --output`
// keeps of it is read back as it is, and runs alike. It stands here, for what it needs is in tools/.
#include "fuzz/kernels/launch_case.h"
#include "ptx/machine/run.h"
#include "tools/launch_case.h"
#include <cstdio>
#include <cstdlib>

namespace {
using namespace warplaw;

[[noreturn]] void stopAt(const std::string& what, const std::string& shown) {
  std::fprintf(stderr, "mismatch: %s\n%s\n", what.c_str(), shown.c_str());
  std::abort();
}

void checkRejection(const tools::BadCase& bad, const spec::LaunchCase& c) {
  const auto isPrinted = [](char one) { return one >= ' ' && one <= '~'; };
  if (bad.rejection.rule.empty() || bad.rejection.message.empty() ||
      !std::ranges::all_of(bad.rejection.message, isPrinted))
    stopAt("a rejection without a rule or a line of plain text: " + bad.rejection.message, toJson(c));
}

void run(tools::PreparedLaunch& prepared) {
  prepared.run.outcome = ptx::run(prepared.kernel, prepared.run.bound.launch);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const spec::LaunchCase c = fuzz::launchCaseOf({data, size});
  const auto first = tools::prepare(c, "case");
  if (!first) {
    checkRejection(first.error(), c);
    return 0;
  }
  run(**first);
  const std::string kept = toJson(tools::caseOf((*first)->run, c.module));
  const auto read = spec::launchCaseFromJson(kept);
  if (!read)
    stopAt("what is kept is rejected: " + read.error().message, kept);
  if (toJson(*read) != kept)
    stopAt("what is kept is read back as another", kept);
  const auto second = tools::prepare(*read, "kept");
  if (!second)
    stopAt("what ran is rejected when it is read back: " + second.error().rejection.message, kept);
  run(**second);
  for (const std::string& difference : tools::differencesFrom(*read->expected, (*second)->run))
    stopAt("what is kept does not replay: " + difference, kept);
  if (tools::expectedOf((*second)->run) != tools::expectedOf((*first)->run))
    stopAt("two runs say other things", kept);
  return 0;
}

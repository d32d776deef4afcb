// The program `warplaw`: what goes wrong anywhere becomes one line and an exit code.
#include "spec/linked.h"
#include "tools/command_line.h"
#include "tools/hand_over.h"
#include "tools/input.h"
#include <algorithm>
#include <boost/system/system_error.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <vector>

namespace warplaw::tools {
namespace {

std::string firstLine(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

/// A stream that the caller has closed would give its number to the next file that is opened, and messages would go
/// into that: it stays closed for writing, but taken.
void keepStandardStreams() {
  for (const int stream : {0, 1, 2})
    if (fcntl(stream, F_GETFD) == -1)
      (void)open("/dev/null", O_RDONLY);
}

/// `help` is --help, as `help help` is, and `help exec` is `exec --help`.
std::vector<std::string> argumentsOf(int argc, char** argv) {
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  if (!arguments.empty() && arguments.front() == "help") {
    arguments.erase(arguments.begin(), std::ranges::find_if(arguments, [](const auto& one) { return one != "help"; }));
    arguments.resize(std::min<std::size_t>(arguments.size(), 1));
    arguments.emplace_back("--help");
  }
  return arguments;
}

int cannotWriteOutput() {
  return badInput("", {"file", "standard output could not be written", "a stream that takes it"});
}

constexpr const char* kFoundWrong = "WARPLAW_FOUND_WRONG"; ///< set by a program that hands over

/// Comes back only where nobody can go on.
void goOnAsAnother(const HandsOver& over, char** argv) {
  const char* const rest = std::getenv("WARPLAW_REST");
  if (!rest)
    return;
  say("warplaw: {}\n", over.why);
  if (over.isWrong)
    setenv(kFoundWrong, "1", 1);
  execv(rest, argv);
}

/// An executor may be wrong at times, a solver too slow: what the program before found is no less wrong for that.
int withWhatWasFound(int code) {
  if (code != codeOf(ExitCode::AsExpected) && code != codeOf(ExitCode::Inconclusive))
    return code;
  say("warplaw: what was found wrong above is not found again, and stays wrong\n");
  return codeOf(ExitCode::Counterexample);
}

int runSafely(int argc, char** argv) {
  const bool isWrong = std::getenv(kFoundWrong);
  unsetenv(kFoundWrong); // it is not about what this program calls
  std::string what;
  try {
    const int code = runCommandLine(argumentsOf(argc, argv));
    return std::fflush(stdout) != 0 || std::ferror(stdout) ? cannotWriteOutput()
           : isWrong                                       ? withWhatWasFound(code)
                                                           : code;
  } catch (const HandsOver& over) {
    goOnAsAnother(over, argv);
    what = over.why + ", and none is there: call ./warplaw, which builds it";
  } catch (const spec::NotLinked&) {
    what = "this program was built for other instructions";
    goOnAsAnother({what}, argv);
  } catch (const boost::system::system_error& error) {
    what = error.code().message(); // its what() names the place in Boost's source
  } catch (const std::exception& error) {
    what = firstLine(error.what());
  }
  if (std::ferror(stdout)) // fmt::print throws then
    return cannotWriteOutput();
  badInput("", {"error", what, ""});
  return codeOf(ExitCode::Inconclusive);
}

} // namespace
} // namespace warplaw::tools

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is said like a full disk
  warplaw::tools::keepStandardStreams();
  return warplaw::tools::runSafely(argc, argv);
}

// The program is started by the shell, which finds it; the path goes by way of the environment, so that no character of
// it means anything there.
#include "tools/graphviz.h"
#include "tools/output.h"
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace warplaw::tools {

bool layOut(const std::string& dot, const std::string& path) {
  constexpr const char* kVariable = "WARPLAW_PICTURE";
  const std::string part = partOf(path);
  if (setenv(kVariable, part.c_str(), 1) != 0)
    return false;
  const auto before = std::signal(SIGPIPE, SIG_IGN); // it may end before it has read all
  std::FILE* const program = popen("exec dot -Tsvg -o \"$WARPLAW_PICTURE\" 2>/dev/null", "w");
  bool written = program && std::fwrite(dot.data(), 1, dot.size(), program) == dot.size();
  if (program)
    written = pclose(program) == 0 && written;
  std::signal(SIGPIPE, before);
  unsetenv(kVariable);
  written = written && std::rename(part.c_str(), path.c_str()) == 0;
  if (!written)
    std::remove(part.c_str());
  return written;
}

} // namespace warplaw::tools

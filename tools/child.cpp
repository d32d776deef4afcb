#include "tools/child.h"
#include <cerrno>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char** environ;

namespace warplaw::tools {

std::optional<Ended> runProgram(const std::string& program, std::vector<std::string> arguments, bool quiet) {
  std::string name = program;
  std::vector<char*> argv = {name.data()};
  for (std::string& argument : arguments)
    argv.push_back(argument.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (quiet)
    for (const int stream : {1, 2})
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int error = posix_spawn(&child, name.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error)
    return std::nullopt;
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  const auto secondsOf = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return Ended{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
               secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime)};
}

} // namespace warplaw::tools

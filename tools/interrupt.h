// Ctrl-C and SIGTERM as a flag, for as long as one of these lives: work stops, and what there is is still written.
#pragma once
#include <atomic>
#include <csignal>
#include <string_view>

namespace warplaw::tools {

class Interrupt {
public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  bool requested() const { return flag()->load(); }
  void request(); ///< as if somebody had pressed Ctrl-C
  const std::atomic<bool>* flag() const;

private:
  struct sigaction oldInterrupt_, oldTerminate_;
};

/// Says what an interrupted run does not know; gives its exit code.
int interrupted(std::string_view what);

} // namespace warplaw::tools

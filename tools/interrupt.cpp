#include "tools/interrupt.h"

namespace warplaw::tools {
namespace {

std::atomic<bool> interrupted = false; // a signal handler has no other way to say anything
static_assert(std::atomic<bool>::is_always_lock_free);

void onSignal(int) { interrupted = true; }

} // namespace

Interrupt::Interrupt() {
  interrupted = false;
  struct sigaction action{};
  action.sa_handler = onSignal;
  action.sa_flags = static_cast<int>(SA_RESETHAND); // the second Ctrl-C ends the program
  sigaction(SIGINT, &action, &oldInterrupt_);
  sigaction(SIGTERM, &action, &oldTerminate_);
}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &oldInterrupt_, nullptr);
  sigaction(SIGTERM, &oldTerminate_, nullptr);
}

void Interrupt::request() { interrupted = true; }

const std::atomic<bool>* Interrupt::flag() const { return &interrupted; }

} // namespace warplaw::tools

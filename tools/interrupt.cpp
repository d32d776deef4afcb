#include "tools/interrupt.h"
#include "proofs/engine/verdict.h"
#include "tools/say.h"

namespace warplaw::tools {
namespace {

std::atomic<bool> asked = false; // a signal handler has no other way to say anything
static_assert(std::atomic<bool>::is_always_lock_free);

void onSignal(int) { asked = true; }

} // namespace

Interrupt::Interrupt() {
  asked = false;
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

void Interrupt::request() { asked = true; }

const std::atomic<bool>* Interrupt::flag() const { return &asked; }

int interrupted(std::string_view what) {
  say("warplaw: interrupted: {}\n", what);
  return static_cast<int>(proofs::ExitCode::Inconclusive);
}

} // namespace warplaw::tools

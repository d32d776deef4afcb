// The C interface: no exception leaves it.
#include "linearize/linearize_c.h"
#include "linearize/linearize.h"
#include <new>

using namespace warplaw::linearize;

struct warplaw_checker {
  HistoryReader reader;
  Checker checker;
  CheckerOptions options{.witness = true, .core = true, .budget = {}};
  History history;
  std::string reason;
};

warplaw_checker* warplaw_checker_new(void) {
  try {
    return new warplaw_checker;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void warplaw_checker_free(warplaw_checker* checker) { delete checker; }

void warplaw_checker_limit(warplaw_checker* checker, uint64_t states, uint64_t bytes) {
  Budget& budget = checker->options.budget;
  budget.states = states ? states : budget.states;
  budget.bytes = bytes ? bytes : budget.bytes;
}

namespace {

template <class Read> warplaw_answer answer(warplaw_checker& checker, const Read& read) {
  try {
    if (const auto result = read(checker.history); !result) {
      checker.reason = result.error().rule + ": " + result.error().message;
      return WARPLAW_BAD;
    }
    const Verdict& verdict = checker.checker.check(checker.history, checker.options);
    checker.reason = explain(checker.history, verdict);
    return verdict.answer == Answer::Legal     ? WARPLAW_LEGAL
           : verdict.answer == Answer::Illegal ? WARPLAW_ILLEGAL
                                               : WARPLAW_UNKNOWN;
  } catch (const std::bad_alloc&) {
    checker.reason.clear();
    return WARPLAW_UNKNOWN;
  }
}

} // namespace

warplaw_answer warplaw_check(warplaw_checker* checker, const char* json, size_t length) {
  return answer(*checker, [&](History& history) { return checker->reader.read({json, length}, history); });
}

warplaw_answer warplaw_check_binary(warplaw_checker* checker, const void* record, size_t length) {
  const std::string_view bytes(static_cast<const char*>(record), length);
  return answer(*checker, [&](History& history) { return readBinary(bytes, history); });
}

const char* warplaw_reason(const warplaw_checker* checker) { return checker->reason.c_str(); }

// The C interface: no exception leaves it.
#include "linearize/linearize_c.h"
#include "linearize/linearize.h"
#include <new>

using namespace warplaw::linearize;

struct warplaw_checker {
  HistoryReader reader;
  Checker checker;
  Options options{.witness = true, .budget = {}};
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

warplaw_answer warplaw_check(warplaw_checker* checker, const char* json, size_t length) {
  try {
    if (const auto read = checker->reader.read({json, length}, checker->history); !read) {
      checker->reason = read.error().rule + ": " + read.error().message;
      return WARPLAW_BAD;
    }
    const Verdict& verdict = checker->checker.check(checker->history, checker->options);
    checker->reason = explain(checker->history, verdict);
    return verdict.answer == Answer::Legal     ? WARPLAW_LEGAL
           : verdict.answer == Answer::Illegal ? WARPLAW_ILLEGAL
                                               : WARPLAW_UNKNOWN;
  } catch (const std::bad_alloc&) {
    checker->reason.clear();
    return WARPLAW_UNKNOWN;
  }
}

const char* warplaw_reason(const warplaw_checker* checker) { return checker->reason.c_str(); }

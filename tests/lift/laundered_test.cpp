// Undefined behaviour that the optimiser hides is found on what the front end emits, and its absence is proved for the
// repaired sibling.
#include "check.h"
#include "symbolic/terms/smt.h"
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <z3++.h>

namespace warplaw::lift::test {
namespace {

Module parse(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  std::variant<Module, Unsupported> module = Module::parse(std::as_bytes(std::span(text.data(), text.size())), path);
  if (const auto* unsupported = std::get_if<Unsupported>(&module)) {
    ADD_FAILURE() << unsupported->what;
    std::abort();
  }
  return std::get<Module>(std::move(module));
}

struct Stages {
  Module unoptimised = parse(WARPLAW_LAUNDERED_UNOPTIMISED);
  Module optimised = parse(WARPLAW_LAUNDERED_OPTIMISED);
};

const Stages& stages() {
  static const Stages both;
  return both;
}

enum class Answer { Never, Possible, Unsupported, Unknown };

/// Can the function reach undefined behaviour? A witness is checked with the interpreter of terms.
Answer undefined(const Module& module, const std::string& function, std::string& why) {
  Terms terms;
  Input input;
  input.objects.emplace_back(tableOf(terms, "t", 8, 32));
  input.arguments = {terms.variable(32, "a"), terms.variable(32, "b"), PointerTo{0, 0}};
  const LiftResult result = lift(terms, module, function, input);
  if (const auto* unsupported = std::get_if<Unsupported>(&result)) {
    why = unsupported->what;
    return Answer::Unsupported;
  }
  const Lifted& lifted = std::get<Lifted>(result);
  const Term bad = lifted.undefined | lifted.boundExceeded | lifted.returned->poison;
  z3::context context;
  z3::solver solver(context);
  std::string text = symbolic::smtLib({{}, ~bad});
  text.resize(text.find("(check-sat)")); // the rest is for solvers that run as programs
  solver.from_string(text.c_str());
  switch (solver.check()) {
  case z3::unsat:
    return Answer::Never;
  case z3::unknown:
    why = "unknown";
    return Answer::Unknown;
  case z3::sat:
    break;
  }
  const z3::model model = solver.get_model();
  Assignment witness;
  for (unsigned i = 0; i < model.num_consts(); ++i) {
    const z3::func_decl constant = model.get_const_decl(i);
    const z3::expr value = model.get_const_interp(constant);
    witness[constant.name().str()] = value.is_bool() ? value.is_true() : value.get_numeral_uint64();
  }
  const std::array roots{bad};
  EXPECT_EQ(symbolic::evaluate(roots, witness)[0], 1u) << function << ": the witness does not show it";
  return Answer::Possible;
}

class Laundered : public testing::TestWithParam<const char*> {};

TEST_P(Laundered, IsRefutedBeforeTheOptimiser) {
  std::string why;
  EXPECT_EQ(undefined(stages().unoptimised, std::string("bad_") + GetParam(), why), Answer::Possible) << why;
}

TEST_P(Laundered, RepairedSiblingIsProved) {
  std::string why;
  EXPECT_EQ(undefined(stages().unoptimised, std::string("good_") + GetParam(), why), Answer::Never) << why;
}

/// Which of them the optimiser hides: so many, and each time a check on the final code alone would have passed.
class HiddenByOptimiser : public testing::TestWithParam<const char*> {};

TEST_P(HiddenByOptimiser, CannotBeSeenAfterwards) {
  std::string why;
  EXPECT_EQ(undefined(stages().optimised, std::string("bad_") + GetParam(), why), Answer::Never) << why;
}

constexpr const char* kHidden[] = {"uninitialised",     "uninitialised_branch", "uninitialised_element",
                                   "half_struct",       "uninitialised_sum",    "read_past_end",
                                   "read_at_index",     "write_past_local",     "add_overflows",
                                   "sub_overflows",     "mul_overflows",        "negation_overflows",
                                   "shift_left",        "shift_right",          "division",
                                   "remainder",         "minimum_by_minus_one", "null",
                                   "null_checked_late", "misaligned",           "ended_scope",
                                   "returned_local",    "pointer_past_end",     "count_of_zero",
                                   "impossible_bool",   "overlapping_copy"};
constexpr const char* kKept[] = {"uninitialised_switch", "read_past_local", "nonnull_argument", "unreachable"};
static_assert(std::size(kHidden) >= 20);
const auto nameOf = [](const testing::TestParamInfo<const char*>& info) { return std::string(info.param); };
INSTANTIATE_TEST_SUITE_P(Lift, HiddenByOptimiser, testing::ValuesIn(kHidden), nameOf);
INSTANTIATE_TEST_SUITE_P(LiftHidden, Laundered, testing::ValuesIn(kHidden), nameOf);
INSTANTIATE_TEST_SUITE_P(LiftKept, Laundered, testing::ValuesIn(kKept), nameOf);

} // namespace
} // namespace warplaw::lift::test

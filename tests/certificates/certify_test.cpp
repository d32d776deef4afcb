// Certificates from end to end: of what holds; of what does not, although a solver said so; and with a program in
// CaDiCaL's place that lies, crashes or takes its time.
#include "on_path.h"
#include "proofs/certificates/certify.h"
#include <gtest/gtest.h>

namespace warplaw::certificates {
namespace {
using namespace symbolic;
using proofs::Certificate;
using Status = Certificate::Status;

constexpr Limits kLimits{.seconds = 20};

/// x * (y + 1) = x * y + wrong * x
Query distributes(Terms& terms, unsigned width, unsigned wrong = 1) {
  const Term x = terms.variable(width, "x"), y = terms.variable(width, "y");
  return {{}, (x * (y + 1)).eq(x * y + x * terms.constant(width, wrong))};
}

TEST(Certify, WhatHolds) {
  Terms terms;
  const Certificate certificate = certify(distributes(terms, 5), kLimits);
  EXPECT_EQ(certificate.status, Status::Certified) << certificate.reason;
  EXPECT_EQ(certificate.reason, "");
  EXPECT_GT(certificate.clauses, 100u);
  EXPECT_GT(certificate.steps, 10u);
  EXPECT_GT(certificate.solving, 0);
  EXPECT_GT(certificate.checking, 0);
}

TEST(Certify, FunctionsWithEqualArguments) {
  Terms terms(Folding::Nothing);
  const Term x = terms.variable(8, "x"), y = terms.variable(8, "y");
  const auto f = [&](Term t) { return terms.apply(8, "f", std::array{t}); };
  EXPECT_EQ(certify({{x.eq(y)}, f(x + y).eq(f(y + x))}, kLimits).status, Status::Certified);
  EXPECT_EQ(certify({{x.eq(y)}, f(x).eq(f(y + 1))}, kLimits).status, Status::Contradiction);
}

TEST(Certify, WhatDoesNotHoldIsAContradictionThatTheInterpreterConfirms) {
  Terms terms;
  const Certificate certificate = certify(distributes(terms, 8, 3), kLimits);
  EXPECT_EQ(certificate.status, Status::Contradiction);
  EXPECT_NE(certificate.reason.find("breaks what was proved, by the interpreter's account, too"), std::string::npos)
      << certificate.reason;
}

// From a circuit that contradicts itself anything follows, by a proof that is one.
TEST(Certify, AWrongTranslationIsAContradictionHoweverWellItIsProved) {
  Terms terms;
  const BitBlasted translation(distributes(terms, 5));
  Cnf circuit = translation.circuit();
  const Literal some = translation.asserted().back();
  circuit.add({some});
  circuit.add({-some});
  const Certificate certificate = certify(translation, circuit, translation.asserted(), kLimits);
  EXPECT_EQ(certificate.status, Status::Contradiction);
  EXPECT_TRUE(certificate.reason.starts_with("the translation to clauses is wrong: ")) << certificate.reason;
  EXPECT_EQ(certify(translation, translation.circuit(), {}, kLimits).reason,
            "the translation to clauses is wrong: not everything is asserted");
  EXPECT_EQ(certify(translation, translation.circuit(), translation.asserted(), kLimits).status, Status::Certified);
}

TEST(Certify, FloatsAreNotCertified) {
  Terms terms;
  const Term x = terms.variable(32, "x"), y = terms.variable(32, "y");
  const Certificate certificate = certify({{}, x.floatLess(y)}, kLimits);
  EXPECT_EQ(certificate.status, Status::Uncertifiable);
  EXPECT_EQ(certificate.reason, "floats");
}

TEST(Certify, LimitsAreNamed) {
  Terms terms;
  const Certificate late = certify(distributes(terms, 32), {.seconds = 0.3});
  EXPECT_EQ(late.status, Status::NotCertified);
  EXPECT_EQ(late.reason, "time-out solving");
  Terms others;
  const Certificate large = certify(distributes(others, 9), {.seconds = 20, .proofBytes = 10'000});
  EXPECT_EQ(large.status, Status::NotCertified);
  EXPECT_EQ(large.reason, "too large a proof");
}

// Its arguments: -q FORMULA PROOF.
TEST(Certify, NothingThatLiesIsBelieved) {
  struct Row {
    const char* name;
    const char* script;
    Status status;
    const char* reason;
  };
  const Row rows[] = {
      {"no proof", "echo s UNSATISFIABLE; exit 20", Status::Contradiction,
       "after its last step no contradiction follows"},
      {"the empty clause", "printf 'a\\000' >$3; echo s UNSATISFIABLE", Status::Contradiction,
       "step 1 adds a clause that does not follow"},
      {"a proof in the other format", "echo 0 >$3; echo s UNSATISFIABLE", Status::Contradiction, "byte 0"},
      {"half of its own proof",
       "PATH=${PATH#*:}; p=$(mktemp); cadical -q $2 $p; head -c $(($(wc -c <$p) / 2)) $p >$3; rm $p",
       Status::Contradiction, "is none"},
      {"the proof of another formula",
       "PATH=${PATH#*:}; printf 'p cnf 2 4\\n1 2 0\\n1 -2 0\\n-1 2 0\\n-1 -2 0\\n' | cadical -q - $3",
       Status::Contradiction, "is none"},
      {"a model that is none", "echo s SATISFIABLE; echo v 1 -2 3 0", Status::Contradiction, "does not confirm"},
      {"garbage for a model", "echo s SATISFIABLE; echo v x y; echo v 9999999999999 0", Status::Contradiction,
       "does not confirm"},
      {"nothing", "exit 0", Status::NotCertified, "CaDiCaL ended by exit status 0"},
      {"a word for it, then a crash", "echo s UNSATISFIABLE; kill -SEGV $$", Status::NotCertified, "signal 11"},
      {"too late", "exec 2>/dev/null; sleep 100; echo s UNSATISFIABLE", Status::NotCertified, "time-out solving"},
      {"the truth", "PATH=${PATH#*:}; exec cadical \"$@\"", Status::Certified, ""},
  };
  for (const Row& row : rows) {
    const OnPath fake({{"cadical", row.script}});
    Terms terms;
    const Certificate certificate = certify(distributes(terms, 4), {.seconds = 3});
    EXPECT_EQ(certificate.status, row.status) << row.name << ": " << certificate.reason;
    EXPECT_NE(certificate.reason.find(row.reason), std::string::npos) << row.name << ": " << certificate.reason;
  }
}

TEST(Certify, TheProgramIsAskedForItsVersion) {
  const auto version = cadicalVersion();
  ASSERT_TRUE(version);
  EXPECT_NE(*version, "");
  const OnPath fake({{"cadical", "exit 127"}});
  EXPECT_FALSE(cadicalVersion());
}

} // namespace
} // namespace warplaw::certificates

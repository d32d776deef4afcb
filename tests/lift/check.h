// The lifter's checks as a list: tests run all of them; the test of the tests plants a fault and demands that one of
// them fails.
#pragma once
#include "symbolic/lift/lift.h"
#include "symbolic/terms/evaluate.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warplaw::lift::test {
using symbolic::Assignment;
using symbolic::Bits;

/// What is wrong, in one line with inputs, got and wanted; nothing if all is well.
using Failure = std::optional<std::string>;

struct Check {
  std::string name;
  std::function<Failure()> run;
};

std::vector<Check> operationChecks(); ///< every opcode, flag and integer intrinsic against the reference
std::vector<Check> floatChecks();
std::vector<Check> memoryChecks();
std::vector<Check> pointerChecks();
std::vector<Check> vectorChecks();
std::vector<Check> controlChecks();
std::vector<Check> attributeChecks();
std::vector<Check> effectChecks();
std::vector<Check> cutChecks();
std::vector<Check> allChecks();

/// Textual IR, as a module that went through bitcode. Aborts on IR that does not parse: the test is wrong then.
Module moduleOf(const std::string& ir);

/// What running a function gives: the reference's answer, and the lifted one under an assignment.
struct Outcome {
  bool undefined = false;
  std::optional<Bits> value; ///< none: poison
};
inline Outcome undefinedBehaviour() { return {true, std::nullopt}; }
inline Outcome poison() { return {false, std::nullopt}; }
inline Outcome value(Bits bits) { return {false, bits}; }

/// One function under many assignments. Uninterpreted functions give low bits of a hash of their arguments.
class Lifting {
public:
  /// `make` builds objects and arguments. A function that is not supported is kept as a failure.
  Lifting(const std::string& ir, const std::function<Input(Terms&)>& make, const std::string& function = "f");
  /// Compares: undefined behaviour where wanted; otherwise none, and poison where wanted, and otherwise the value.
  Failure expect(const Assignment& assignment, const Outcome& wanted) const;
  Outcome outcome(const Assignment& assignment) const;
  const Failure& problem() const { return problem_; }
  const Lifted& lifted() const { return *lifted_; }
  Terms& terms() const { return *terms_; }

private:
  std::unique_ptr<Terms> terms_;
  std::optional<Lifted> lifted_;
  Failure problem_;
};

/// What an uninterpreted function is taken to be in these tests: memory of known contents.
Bits contentsAt(Bits address);

/// A table of one field "x" of `count` variables "<name>[i]" (poison "<name>[i].poison" if asked for).
Table tableOf(Terms& terms, const std::string& name, unsigned count, unsigned cellBits, bool withPoison = false);

/// An Input of one table argument "t" followed by integer arguments named "a0", "a1", ...
std::function<Input(Terms&)> tableAnd(unsigned count, unsigned cellBits, std::vector<unsigned> argumentWidths,
                                      bool writable = true);

std::string show(Bits bits);

} // namespace warplaw::lift::test

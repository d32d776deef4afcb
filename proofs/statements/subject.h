// Subject: what theorems are stated about. By default the code that ships and the encodings as written; for a test of
// the tests a mutated module, or an encoding with one thing changed. Theorem factories take one, and never reach for
// code themselves.
#pragma once
#include "proofs/engine/theorem.h"
#include "symbolic/lift/lift.h"
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace warplaw::proofs {

/// Undefined behaviour is looked for before any optimisation pass; equality is proved on what ships (design:
/// docs/trust.md).
enum class Stage { Unoptimized, Final };

/// Cheap to copy: theorem factories keep a copy in their closures.
class Subject {
public:
  /// The shipped code and the encodings as they are.
  static Subject shipped();

  /// The module that defines `symbol` ("warplaw_shfl_portable") at a stage; valid as long as any copy of this Subject
  /// lives. A symbol that no embedded module defines is a Problem{Error} that names it.
  std::variant<const lift::Module*, Problem> module(std::string_view symbol, Stage stage) const;

  /// The machine code of `symbol`, for replays: the shipped function, or the mutated module compiled. Null if there is
  /// none.
  void* machineCode(std::string_view symbol) const;

  /// SHA-256 (hex) of the bitcode that `module(symbol, Final)` was parsed from; empty if there is none.
  std::string bitcodeHash(std::string_view symbol) const;

  /// Every expected output passes through here once, before it is used in a goal *and* in a replay: `output` is
  /// Output::name. The identity, except under a mutant of the encoding.
  Term encode(std::string_view output, Term expected) const;

  /// What the contract of `symbol` assumes of its objects besides what it says itself: null, except under a mutant.
  Term assumed(std::string_view symbol, std::span<const lift::Table> objects) const;

  /// This very subject, and no other that says the same: of its copies, too.
  std::shared_ptr<const void> identity() const;

  /// Whoever lifts `symbol` says what it is given.
  void lifted(std::string_view symbol, const lift::Input& input) const;

  /// What a mutant replaces; functions left empty are the shipped ones. Also how tests state toy theorems.
  struct Overrides {
    std::function<const lift::Module*(std::string_view symbol, Stage stage)> module; ///< null: the shipped one
    std::function<void*(std::string_view symbol)> machineCode;                       ///< null: the shipped one
    std::function<Term(std::string_view output, Term expected)> encode;
    /// What the contract of a function assumes besides (a weakened theorem, and what its callers must then establish);
    /// null: nothing.
    std::function<Term(std::string_view symbol, std::span<const lift::Table> objects)> assume;
    /// Is told what a theorem gives the code of `symbol`: a test that changes code at its inputs.
    std::function<void(std::string_view symbol, const lift::Input& input)> lifted;
  };
  static Subject with(Overrides overrides);

private:
  struct Impl;
  explicit Subject(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

} // namespace warplaw::proofs

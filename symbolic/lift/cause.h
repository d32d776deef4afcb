// Why lifted code is undefined for a witness, as people read it: which place it reads, by how many bits it shifts.
#pragma once
#include "symbolic/lift/lift.h"
#include "symbolic/terms/evaluate.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warplaw::lift {
/// Bytes modulo 2^64: constant + sum of term * scale, the terms 64 bits wide. Kept apart so that an access can see its
/// index.
struct Offset {
  std::uint64_t constant = 0;
  std::vector<std::pair<Term, std::uint64_t>> scaled;
  bool isConstant() const { return scaled.empty(); }
  Term term(Terms& terms) const;
};

/// An object's name, size and parts.
struct Extent {
  struct Part {
    std::string name;            ///< "value"; empty: the object is this array alone
    std::uint64_t offset, cells; ///< of its first byte; how many
    std::uint64_t cellBytes;
  };
  std::string name; ///< of the variable in the source, of the table that was given
  std::uint64_t bytes = 0, alignment = 1;
  std::vector<Part> parts;
};

/// Undefined behaviour, or a value that becomes poison, under a condition.
struct Cause {
  enum class Kind : std::uint8_t {
    Other,    ///< as `text` says
    Read,     ///< `bytes` bytes at `offset` of `object`; `text`: what is wrong where these bytes are in the object
    Write,    ///< the same
    Step,     ///< a pointer moves to `offset` of `object`
    Pointer,  ///< `text` points at `offset` of `object`, where `bytes` bytes are not there
    Shift,    ///< by terms[0] bits of terms[0].width()
    Overflow, ///< terms[0] `text` terms[1], signed or not
    Division, ///< terms[0] by terms[1], which is 0, or minus one
    Use       ///< of a value that is poison, as `text` says; what made it so is an origin
  };
  Kind kind = Kind::Other;
  Term condition = {}; ///< width 1
  Term reached = {};   ///< width 1: the path condition where `condition` does not hold it; null: it does
  std::string text = {};
  std::vector<Term> terms = {};
  bool isSigned = false;
  std::shared_ptr<const Extent> object = nullptr;
  Offset offset = {};
  std::uint64_t bytes = 0, alignment = 1;
  std::string place = {}; ///< FILE:LINE; empty: the bitcode has no debug information

  static Cause other(std::string text) { return {.kind = Kind::Other, .text = std::move(text)}; }
  static Cause use(std::string text) { return {.kind = Kind::Use, .text = std::move(text)}; }
};

/// "reads r[40] of 32", "shift by 35 of 32 bits", with the witness's numbers; without the place.
std::string textOf(const Cause& cause, const symbolic::Assignment& witness);

struct Explanation {
  std::string place, text; ///< "a.c:9", "shift by 35 of 32 bits; then a.c:10: branches on a value that is poison"
};
/// Why a lifted function is undefined, besides Lifted::undefined.
struct Reasons {
  std::vector<Cause> causes;  ///< of undefined behaviour: all of them
  std::vector<Cause> origins; ///< of values that are poison, which is undefined only where they are used
};
/// A lift that says them. It makes the same terms as one that does not.
LiftResult lift(Terms& terms, const Module& module, std::string_view function, const Input& input, Reasons& reasons);

/// The first of the causes that a witness leads to. For the use of a poison value the first of the origins that it came
/// from stands in front, where one is seen in it. Nothing: the witness leads to none.
std::optional<Explanation> explained(const Reasons& reasons, const symbolic::Assignment& witness);

} // namespace warplaw::lift

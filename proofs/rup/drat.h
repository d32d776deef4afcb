// Reads proofs as SAT solvers write them (DRAT, text or binary): clauses that are added and deleted, one after another.
#pragma once
#include "proofs/rup/cnf.h"
#include <optional>
#include <string_view>

namespace warplaw::rup {

enum class DratFormat { Binary, Text }; ///< which one is said by who asked for the proof, never guessed

struct DratStep {
  bool deletes = false;
  std::vector<Literal> clause;
};

/// What is no proof in that format, and the byte at which that shows.
struct Malformed {
  std::size_t offset = 0;
  std::string what;
};

class DratReader {
public:
  /// The bytes must outlive the reader.
  DratReader(std::string_view bytes, DratFormat format) : bytes_(bytes), format_(format) {}
  /// False at the end, and from the first byte on that is malformed.
  bool next(DratStep& step);
  const std::optional<Malformed>& malformed() const { return malformed_; }
  std::size_t offset() const { return offset_; } ///< of the next step

private:
  bool nextBinary(DratStep& step);
  bool nextText(DratStep& step);
  std::optional<std::uint32_t> number();
  std::string_view word();
  bool reject(std::size_t offset, std::string what);
  std::string_view bytes_;
  DratFormat format_;
  std::size_t offset_ = 0;
  std::optional<Malformed> malformed_;
};

} // namespace warplaw::rup

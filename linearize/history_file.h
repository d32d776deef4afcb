// Histories as JSON lines: docs/history_format.md and docs/history.schema.json.
#pragma once
#include "linearize/history.h"
#include "spec/rejection.h"
#include <memory>
#include <string_view>

namespace warplaw::linearize {

inline constexpr std::size_t kMaxLine = std::size_t{64} << 20; ///< bytes of one history
inline constexpr const char* kFence = "MEMBAR.GL";             ///< the operation of a Fence

/// Reads one line after another, keeping its memory.
class HistoryReader {
public:
  HistoryReader();
  ~HistoryReader();
  /// A valid history (linearize::validate), or a rejection by rule: "syntax" for what is no JSON, "history" for wrong
  /// members, and those of validate.
  spec::Result<void> read(std::string_view line, History& history);
  /// After a rejection: JSON as far as it goes, but the value goes on.
  bool isCutOff() const { return isCutOff_; }

private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
  bool isCutOff_ = false;
};

/// One line without the newline; read gives the same history back.
std::string toJson(const History& history);

/// What a message says of such a text: anything can stand in a file.
std::string shown(std::string_view text);

} // namespace warplaw::linearize

// `warplaw check`: an executor against the encodings, family by family: those of a corpus, then cases drawn from its
// domain, batches repeated in another order, mismatches minimised in the domain, and last of all what its domain leaves
// out.
#pragma once
#include "check/batch.h"
#include "check/mistakes.h"
#include "fuzz/right_outcomes.h"
#include "spec/got.h"
#include <atomic>

namespace warplaw::check {

enum class Status : std::uint8_t { Ok, Mismatch, Crash, Timeout, NotImplemented, Vacuous };
std::string_view nameOf(Status status); ///< "OK", "NOT-IMPLEMENTED"

/// A mistake as it is shown: the smallest case that was found.
struct Finding {
  Status status = Status::Mismatch; ///< how it fails: MISMATCH, CRASH or TIMEOUT
  Exchange exchange = {};
  std::string what = {};                         ///< one line
  bool isAlone = true;                           ///< it fails so as the only case of a fresh process, too
  spec::Case smallest = {};                      ///< where it fails alone
  std::string table = {};                        ///< the smallest case, lane by lane
  std::optional<spec::Got> got = {};             ///< the answer to the smallest case; how it ended
  std::optional<fuzz::RightOutcomes> right = {}; ///< of a wrong answer that tells no order
  std::vector<std::string> behavesLike = {};     ///< wrong readings that explain it; empty: none does, or nobody asked
  bool isInPart = false;                         ///< they do not explain all that is wrong in its form
  bool isSmall = true;                           ///< false: nobody had the time to make it smaller
  /// Only for the family ptx, which has no case files: "shl.b32 0x1, 0x20 (PTX-23)", and the row of its opcode.
  std::string operation = {}, row = {};
};

/// A run may take longer than --seconds, by so many times --timeout: to find the cases that end the process, and to
/// make them small.
inline constexpr double kMostOver = 4;

inline constexpr const char* kNotAnswered = "no answer to any case before the time was up";

struct FormReport {
  std::string form;
  std::string_view mnemonic; ///< of the family ptx, whose opcodes share a line where nothing is wrong; empty: of warps
  Status status = Status::Ok;
  bool isAsked = true; ///< false: the time was up before a case of it was answered
  std::uint64_t cases = 0, wrong = 0;
  std::uint64_t undecided = 0; ///< cases of which the search for an order found neither one nor that there is none
  Coverage coverage;
  std::uint64_t looked = 0; ///< cases that coverage counts
  std::string remark;       ///< why it is vacuous; that state leaks from case to case
  /// How it ended, then one for each mistake that its mismatches show; none if all answers are right.
  std::vector<Finding> findings;
  void setNotAsked() {
    isAsked = false;
    status = Status::Vacuous;
    remark = kNotAnswered;
  }
};

struct FamilyReport {
  std::string name;
  bool implemented = false;
  std::span<const std::string_view> counters;
  std::vector<FormReport> forms; ///< those of the domain
  std::uint64_t corpus = 0;      ///< cases of RunOptions::corpus that are of the family and of its domain
  std::uint64_t cases = 0;       ///< that were drawn
  double seconds = 0;            ///< that they took
  /// What the domain leaves out: for information.
  struct Outside {
    std::uint64_t cases = 0, differ = 0;
    std::string ended; ///< how the executor ended there, if it did
  } outside;
};

struct Report {
  Table table;
  std::vector<FamilyReport> families;
  bool interrupted = false;
};

struct RunOptions {
  double seconds = 5;      ///< for all families together; kMostOver more where something ends the process
  std::uint64_t cases = 0; ///< of each family; 0: as long as seconds say
  std::uint64_t seed = 1;
  std::string family;             ///< only this one
  bool outside = true;            ///< also what the domain leaves out
  std::vector<spec::Case> corpus; ///< asked before any that is drawn, where the domain has them
  Limits limits;
  std::function<KnownReadings(spec::Mnemonic)> readings; ///< that mismatches are held against; none: nobody asks
  bool colour = false;                                   ///< in tables
  const std::atomic<bool>* stop = nullptr;
};

/// Rejected: a domain that is none ("domain"); a command that answers no case at all ("executor").
spec::Result<Report> run(Executor& executor, const RunOptions& options);

/// The worst status of all: what the command's exit code says.
Status worstOf(const Report& report);

} // namespace warplaw::check

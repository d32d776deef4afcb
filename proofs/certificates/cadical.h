// CaDiCaL, a SAT solver: a program of its own, whose word counts for nothing without a proof or a model
// (but for refuter.h).
#pragma once
#include "proofs/certificates/certify.h"
#include "proofs/rup/cnf.h"
#include <vector>

namespace warplaw::certificates {

/// A file without a name, in the folder of temporary files: gone with the last process that has it open.
class AnonymousFile {
public:
  AnonymousFile(); ///< throws std::system_error, as the rest of it does
  ~AnonymousFile();
  AnonymousFile(const AnonymousFile&) = delete;
  AnonymousFile& operator=(const AnonymousFile&) = delete;
  void write(std::string_view text) const;
  /// By which a child of this process can open it.
  std::string pathForChildren() const;
  /// What is in the file, mapped when first asked for; valid as long as this.
  std::string_view bytes();

private:
  int descriptor_ = -1;
  void* mapped_ = nullptr;
  std::size_t size_ = 0;
};

struct Solved {
  enum class Said { Unsatisfiable, Satisfiable, Nothing } said = Said::Nothing;
  std::string why;                 ///< Nothing: why
  std::vector<rup::Literal> model; ///< Satisfiable: what is true in it
  double seconds = 0;              ///< of processors
};

/// What a model says is true, from the lines of its literals.
std::vector<rup::Literal> modelFrom(std::string_view output);

/// Runs it on the formula; its proof, binary DRAT, goes into the file.
Solved solve(const rup::Cnf& formula, const AnonymousFile& proof, const Limits& limits);

} // namespace warplaw::certificates

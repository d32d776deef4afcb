// Cases of an executor as values of the variables that a proof has of them, and back; and the smallest case that such
// a proof says the code is undefined on.
#pragma once
#include "check/family.h"
#include "proofs/engine/theorem.h"

namespace warplaw::tools {

/// A name of the first case's in a batch, or the second's.
using Named = std::string (*)(const std::string&);
std::string ofFirst(const std::string& name);

/// The case that a model of a Demand's variables speaks of; what it leaves open is 0.
std::vector<std::byte> caseFrom(const check::Demand& demand, const proofs::Assignment& model, std::size_t bytes,
                                Named named);
/// The other way round.
void addModel(const check::Demand& demand, std::span<const std::byte> asked, Named named, proofs::Assignment& model);
bool speaksOfSecond(const proofs::Assignment& model);

using Cases = std::vector<std::vector<std::byte>>; ///< of one batch, one or two

/// Everything that a batch says of the variables of statements about one case, or two; of one lane (isOfLane), about
/// each that executes.
std::vector<proofs::Assignment> modelsOf(check::Family& family, unsigned form, bool isOfLane, const Cases& batch);

/// Where the code is undefined on a batch: what an obligation without outputs says of the first model that breaks it.
class UndefinedOn {
public:
  UndefinedOn(const proofs::Obligation& obligation, check::Family& family, unsigned form, bool isOfLane);
  ~UndefinedOn();
  /// "undefined behaviour, my.c:7"; empty: it is not.
  std::string operator()(const Cases& batch) const;
  /// A smaller case of the domain on which it is.
  std::vector<std::byte> smallest(std::vector<std::byte> asked) const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace warplaw::tools

// What `verify --certify` says of a run: which unsatisfiable queries have a certificate, which should and have none.
#pragma once
#include "proofs/engine/provenance.h"
#include "proofs/engine/records.h"
#include <boost/json/fwd.hpp>

namespace warplaw::tools {

/// What stands among the options of a run that makes certificates.
std::string certificatesBy(std::string_view cadicalVersion);
/// Is it such a run?
bool makesCertificates(const proofs::Provenance& made);

/// Why a thing PROVED has no certificate that such a run should have made of it; empty: it has, or needs none.
std::string whyUncertified(const proofs::Provenance& made, const proofs::Record& record);
/// One line for each thing PROVED that should have a certificate and has none. Floats should not: CaDiCaL knows bits
/// alone.
std::vector<std::string> certificateGaps(const proofs::Provenance& made, const proofs::Records& records);

/// For people: a row an instruction, seconds of processors that went into what is certified, and why the rest is not.
/// Empty where no record says anything of one.
std::string certificateTable(const proofs::Records& records);
/// The same rows.
boost::json::value certificatesJson(const proofs::Records& records);

} // namespace warplaw::tools

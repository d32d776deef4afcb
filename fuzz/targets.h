// What libFuzzer targets run: check a byte string, and if it fails, shrink, report to stderr and abort. Apart from
// fuzz/check.h, so that thirty targets need not read what they do not use.
#pragma once
#include "fuzz/record.h"
#include "spec/mnemonic.h"

namespace warplaw::fuzz {

void runTarget(spec::Mnemonic mnemonic, Bytes data);
void runMachineTarget(Bytes data); ///< whole cases, hundreds of times slower; first byte selects the instruction
void runOutcomeTarget(Bytes data);
void runParserTarget(Bytes data);
void runCudaTarget(Bytes data); ///< a record of kCudaRecord bytes
void runCaseFileTarget(Bytes data);
/// First byte selects one of the others.
void runAllTargets(Bytes data);

} // namespace warplaw::fuzz

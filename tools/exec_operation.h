// One of PTX's operations of one thread as `warplaw exec` takes it: `@%p1 add.s32 %r1, %r2, 7`, by each executing lane
// (PTX-3, PTX-20 to PTX-33). Its row is known by the opcode, and the shipped executor of the row computes it.
#pragma once
#include "spec/scalar/operation.h"
#include "tools/state_text.h"
#include <boost/json/object.hpp>
#include <string>

namespace warplaw::tools {

/// Does the text begin, perhaps behind a guard, with the mnemonic of an operation?
bool isOperation(std::string_view text);

/// Its row, if one has the opcode.
std::optional<spec::scalar::Spelled> operationIn(std::string_view text);

struct OperationRun {
  std::string table;        ///< lane by lane: what is read, what is written
  boost::json::object json; ///< the same for programs
  bool isOpen = false;      ///< some lane's result may be anything
};

/// Registers are those of PTX by any name, `%r1` and R1 alike; a register that the state does not set is 0. Rejected,
/// with the place in the text: an opcode that is no row, a register or a number that does not fit; of the state what
/// the text does not name, and memory and choices, which an operation does not have.
spec::Result<OperationRun> execOperation(std::string_view text, const StateText& state, bool allLanes, bool colour);

} // namespace warplaw::tools

// A module from its text, and back (PTX-1 to PTX-4).
#pragma once
#include "ptx/text/module.h"
#include <boost/system/result.hpp>
#include <string>
#include <string_view>

namespace warplaw::ptx {

struct ReadError {
  Place place;
  std::string rule;                                 ///< "PTX-1"
  std::string what;                                 ///< one line, without the place
  std::string message(std::string_view file) const; ///< "FILE:LINE: PTX-1: what; accepted: .."
};

/// A value, or why there is none.
template <class T> using Read = boost::system::result<T, ReadError>;
[[noreturn]] void throw_exception_from_error(const ReadError& error, const boost::source_location& where);

/// Reads a whole module. Rejected: what is no module, with the first place. Names, types and operands of instructions
/// are looked at by ptx/machine/decode.h, not here.
Read<Module> read(std::string_view text);

/// The module as text that every reader of PTX takes: one statement a line.
std::string print(const Module& module);

} // namespace warplaw::ptx

// A case as a picture of its warp: the lanes that matter before and after, which lane each one reads, in which order
// atomics came, and what goes in and comes out.
#pragma once
#include "fuzz/oracle.h"
#include "spec/program_case.h"

namespace warplaw::tools {

/// An SVG element for an HTML page, whose colours it takes (currentColor, --differs). It has the lanes that execute,
/// are read or differ, with their values as far as there is room. Lanes that do not execute are hollow; those in which
/// `expected` and `got` differ have the class "differs"; an arrow leads from the lane that is read, dashed where that
/// is out of range or off; the order in which lanes took their turn (ATOMS-5, RED-6) is a path over those that execute.
/// Each lane says in words what it has. Both outcomes may be one.
std::string warpPicture(fuzz::Oracle& oracle, const spec::Case& c, const fuzz::Outcome& expected,
                        const fuzz::Outcome& got);
/// The same as a file of its own: with its colours on paper, its arrow's head, the instruction above it and, below,
/// the first place that is otherwise than expected.
std::string warpPictureFile(fuzz::Oracle& oracle, const spec::Case& c, const fuzz::Outcome& expected,
                            const fuzz::Outcome& got);
/// The steps of a program in the order in which warps take their turns, as a list (HTML): those that look beyond their
/// own lane, or at what no register holds, with their picture; red, where the executor differs from the encoding.
std::string programPictures(fuzz::Oracle& oracle, const spec::ProgramCase& c);
/// What the pictures' signs mean, for people (HTML).
std::string_view warpPictureLegend();
/// What the arrows of all pictures of a page refer to: once, before them.
std::string_view warpPictureHead();

} // namespace warplaw::tools

// What `warplaw list` prints of an instruction; other subcommands do when they are given its name alone.
#pragma once
#include "spec/instruction.h"
#include <optional>
#include <string>

namespace warplaw::tools {

/// As a user may write it alone: a mnemonic or CUDA's name of a function, any case.
std::optional<spec::Mnemonic> loneMnemonic(const std::string& name);
/// Is none of its forms called just that?
bool hasSeveralForms(spec::Mnemonic mnemonic, std::string_view name);
/// Its paths and forms. `name`: what it was called by; forms of other mnemonics of the same instruction are left out.
void printForms(spec::Mnemonic mnemonic, std::string_view name, bool sass);
/// The text that NVIDIA's assembler has for it, or why it has none.
std::string sassOf(const spec::Instruction& instruction);
/// What a function of CUDA is, where the name is one.
void printCudaFunction(std::string_view name);
/// Both, where the text is nothing but such a name. False: it is another text, and nothing is printed.
bool printedAsLoneName(const std::string& text);

} // namespace warplaw::tools

// Constant structures of a module, read without running anything: the numbers, texts and functions that stand in a
// table's initialiser, by byte offset.
#pragma once
#include "symbolic/lift/lift.h"

namespace warplaw::lift {

class ConstantStructure {
public:
  std::uint64_t bytes() const { return bytes_; }
  /// An integer that begins at this byte and fits 64 bits. Nothing where there is none.
  std::optional<std::uint64_t> integerAt(std::uint64_t offset) const;
  /// What a pointer at this byte leads to: the function's name in the module; a text that ends with a 0.
  std::optional<std::string> functionAt(std::uint64_t offset) const;
  std::optional<std::string> textAt(std::uint64_t offset) const;

private:
  friend std::optional<std::vector<ConstantStructure>> constantsReturnedBy(const Module& module,
                                                                           std::string_view function);
  std::uint64_t bytes_ = 0;
  std::map<std::uint64_t, std::uint64_t> integers_;
  std::map<std::uint64_t, std::string> functions_, texts_;
};

/// The constant structures that a function may return the address of, each once; besides, it may return null. Nothing
/// where it may return anything else.
std::optional<std::vector<ConstantStructure>> constantsReturnedBy(const Module& module, std::string_view function);

/// The function that a constant variable of this name points at. Empty: none.
std::string functionIn(const Module& module, std::string_view variable);

/// Whether a function does nothing but return: it touches no memory but locals, and has one block. Asked of what is not
/// optimised yet, it leaves room for no undefined behaviour.
bool isEmpty(const Module& module, std::string_view function);

} // namespace warplaw::lift

// Structures of terms without their types: see any_terms.h.
#include "proofs/statements/any_terms.h"

namespace warplaw::proofs {

AnyTerms AnyTerms::constants(Terms& terms, const void* words, const spec::Layout& layout) {
  AnyTerms made(layout);
  symbolic::setConstants(terms, words, layout, made.cells());
  return made;
}
AnyTerms AnyTerms::variables(Terms& terms, std::string_view prefix, const spec::Layout& layout) {
  AnyTerms made(layout);
  symbolic::setVariables(terms, prefix, layout, made.cells());
  return made;
}
AnyTerms::AnyTerms(const lift::Table& object, const spec::Layout& layout) : AnyTerms(layout) {
  readCells(object, 0, layout, cells());
}

lift::Table AnyTerms::table(std::string name, bool writable) const {
  return tableOf(std::move(name), *layout_, cells(), writable);
}
void AnyTerms::setIn(Given& given, unsigned object) const {
  lift::Table& there = given.objects.at(object);
  there = table(there.name, there.writable);
}
std::vector<std::byte> AnyTerms::words() const {
  std::vector<std::byte> words(layout_->bytes());
  symbolic::setWords(cells(), *layout_, words.data());
  return words;
}

} // namespace warplaw::proofs

// ATOMS's theorems (ATOMS-1..13): names of forms, and terms that several theorems use.
#include "proofs/theorems/atoms_theorems.h"

namespace warplaw::proofs {
namespace atoms {

std::string formOf(Pair pair) { return spec::nameOf(spec::AtomsForm{pair.op, pair.size, {}, {}, {}, {}}); }
std::string nameOf(Pair pair) { return symbolic::turnName(spec::AtomsForm{pair.op, pair.size, {}, {}, {}, {}}); }

std::string nameOf(AtomsSize size) { return nameOf({AtomsOp::Exch, size}).substr(5); }
std::string symbolOf(Pair pair) { return "warplaw_atoms_" + nameOf(pair); }
unsigned bitsOf(AtomsSize size) { return 8 * spec::bytesOf(size); }
bool returnsFlag(AtomsOp op) { return op == AtomsOp::Cast || op == AtomsOp::CastSpin; }
bool compares(AtomsOp op) { return op == AtomsOp::Cas || returnsFlag(op); }
std::string ruleOf(AtomsOp op) { return !compares(op) ? "ATOMS-6" : returnsFlag(op) ? "ATOMS-9" : "ATOMS-7"; }

void Parts::add(Obligation obligation) {
  obligation.name = theorem + "/" + obligation.name;
  all.push_back(std::move(obligation));
}

void Parts::proved(const std::string& name, std::vector<Term> assumptions, Term goal) {
  add(implied(name, std::move(assumptions), goal));
}

void Parts::refuted(const std::string& name, std::vector<Term> assumptions, Term goal,
                    std::function<Demonstration(const Assignment&)> shown) {
  add(proofs::refuted(name, std::move(assumptions), goal,
                      [subject = subject, shown](const Assignment& w) { return replayed(subject, shown(w)); }));
}

std::vector<Term> with(std::vector<Term> assumptions, std::initializer_list<Term> more) {
  assumptions.insert(assumptions.end(), more);
  return assumptions;
}

Theorem law(const Subject& subject, std::string name, std::string form, std::vector<std::string> rules,
            std::string statement, std::function<void(Parts&)> build) {
  Theorem theorem =
      instructionTheorem(name, "ATOMS", "", std::move(rules), std::move(statement), "", [=](Terms& terms) {
        Parts parts{terms, subject, name};
        build(parts);
        return std::move(parts.all);
      });
  theorem.form = std::move(form);
  theorem.laneLevel = true;
  return theorem;
}

lift::Table modifiersTable(Term imm24, Term baseIsZero) {
  Terms& terms = imm24.terms();
  return tableOf("modifiers",
                 symbolic::AtomsModifierTerms{terms.variable(32, "op"), terms.variable(32, "size"), imm24, baseIsZero});
}

Bytes initialMemory(Terms& terms, const std::string& name) {
  return [&terms, name](Term place) { return terms.apply(8, name, std::span(&place, 1)); };
}

Bytes afterStep(Pair pair, const Bytes& memory, Term performs, Term address, Term operand, Term swap, Term* returned) {
  const symbolic::AtomsStep step =
      symbolic::atomsStep(pair.op, pair.size, load(memory, address, spec::bytesOf(pair.size)), operand, swap);
  if (returned)
    *returned = step.returned;
  const Term stores = performs & step.stores, value = step.newValue;
  return [=](Term place) { return symbolic::byteAfter(place, memory(place), stores, address, value); };
}

Term mayAccess(AtomsSize size, Term address) {
  Terms& terms = address.terms();
  const unsigned bytes = spec::bytesOf(size);
  return (address & Bits(bytes - 1)).eq(Bits(0)) & address.ule(terms.constant(32, spec::kMaxSharedBytes - bytes));
}

Term oneHot(Term lane) { return lane.terms().constant(32, 1).shl(lane.zext(32)); }
Term applied(unsigned width, const char* name, std::initializer_list<Term> arguments) {
  return arguments.begin()->terms().apply(width, name, std::span(arguments.begin(), arguments.size()));
}

TwoLanes::TwoLanes(Terms& terms, Pair of) : pair(of), memory(initialMemory(terms)) {
  for (unsigned i = 0; i < 2; ++i) {
    const auto word = [&](unsigned width, const char* name) { return terms.variable(width, name + std::to_string(i)); };
    address[i] = word(32, "address");
    operand[i] = word(bitsOf(pair.size), "operand");
    swap[i] = word(bitsOf(pair.size), "swap");
    old[i] = word(bitsOf(pair.size), "old");
    assumptions.insert(assumptions.end(), {mayAccess(pair.size, address[i]),
                                           load(memory, address[i], spec::bytesOf(pair.size)).eq(old[i])});
  }
}

Bytes TwoLanes::after(unsigned first, std::array<Term, 2>& returned, bool secondAttempts) const {
  Bytes now = memory;
  for (const unsigned lane : {first, 1 - first})
    now = afterStep(pair, now, address[0].terms().truth(lane == first || secondAttempts), address[lane], operand[lane],
                    swap[lane], &returned[lane]);
  return now;
}

} // namespace atoms
} // namespace warplaw::proofs

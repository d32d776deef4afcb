// Shared terms: values that the code and the encoding of a whole warp both compute, each in its own way. They are found
// by simulation, and each is proved equal by an obligation. From then on the encoding's term stands on both sides, so
// that terms built on it are equal by themselves. No variable stands for it: assumptions are still about it, and every
// witness is an input. The terms that are found decide how hard a question is, never what it says.
#pragma once
#include "proofs/engine/theorem.h"
#include <random>

namespace warplaw::proofs {

/// Inputs for simulation, at random, where legal ones are rare among all: variable -> value. What it does not name may
/// be anything; one that is not legal is passed over.
using Examples = std::function<Assignment(std::mt19937_64&)>;

/// For each of `wanted`, the first term below what obligations say of the code's outputs that is its zero extension in
/// every example: proved equal in an obligation PREFIX/shared-N, earlier ones in place, and replaced by it in those
/// that speak of outputs, twins included. `replay` is the whole
/// function's; a witness that shows nothing there, since what differs does not matter to it, is followed by examples.
/// What was evidence stays it.
/// general: of `wanted`; what is built on one of them once it is shared, and expected to be proved, is asked of any
/// value of it first (Obligation::anyValues): for terms that are hard in themselves.
void shareTerms(const std::vector<Term>& wanted, const Examples& examples, const std::vector<Term>& assumptions,
                std::vector<Obligation>& obligations, const std::string& prefix,
                const std::function<Replay(const Assignment&)>& replay, const std::vector<Term>& general = {});

/// Asks it with these assumed besides, which hold where `laws` do: obligations of the same theorem, whose assumptions
/// it has. What was evidence stays it.
void askKnowing(Obligation& obligation, const std::vector<Term>& known, const std::vector<Obligation>& laws);

/// That a term is the same of one value of its variable as of another where the two are: true whatever they are. To a
/// solver it is a long question, before whom the operands of the two need not stand in one order.
Term sameOfSame(Term term, Term variable, Term one, Term other);

} // namespace warplaw::proofs

#include "proofs/certificates/gates.h"
#include <algorithm>
#include <cstdlib>

namespace warplaw::certificates {

Gates::Gates() { demand({input()}); }

std::size_t Gates::Hash::operator()(const Key& key) const {
  std::uint64_t hash = static_cast<std::uint64_t>(key.kind);
  for (const Literal literal : {key.a, key.b, key.c})
    hash = (hash ^ static_cast<std::uint32_t>(literal)) * 0x9e3779b97f4a7c15ull, hash ^= hash >> 32;
  return hash;
}

std::pair<Literal, bool> Gates::gate(Key key) {
  const auto [at, fresh] = gates_.try_emplace(key, 0);
  if (fresh)
    at->second = input();
  return {at->second, fresh};
}

Literal Gates::both(Literal a, Literal b) {
  if (a > b)
    std::swap(a, b);
  if (a == kFalse || b == kFalse || a == -b)
    return kFalse;
  if (a == kTrue || a == b)
    return b;
  if (b == kTrue)
    return a;
  const auto [g, fresh] = gate({Kind::Both, a, b, 0});
  if (fresh) {
    demand({-g, a});
    demand({-g, b});
    demand({g, -a, -b});
  }
  return g;
}

Literal Gates::all(std::vector<Literal> inputs) {
  std::ranges::sort(inputs);
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  std::erase(inputs, kTrue);
  const auto isDenied = [&](Literal l) { return l == kFalse || std::ranges::binary_search(inputs, -l); };
  if (std::ranges::any_of(inputs, isDenied))
    return kFalse;
  if (inputs.empty())
    return kTrue;
  if (inputs.size() <= 2)
    return both(inputs.front(), inputs.back());
  const auto [at, fresh] = conjunctions_.try_emplace(inputs, 0);
  if (fresh) {
    const Literal g = at->second = input();
    std::vector<Literal> whole{g};
    for (const Literal literal : inputs) {
      demand({-g, literal});
      whole.push_back(-literal);
    }
    cnf_.add(whole);
  }
  return at->second;
}

Literal Gates::any(std::vector<Literal> inputs) {
  for (Literal& literal : inputs)
    literal = -literal;
  return -all(std::move(inputs));
}

Literal Gates::differ(Literal a, Literal b) {
  const bool negated = (a < 0) != (b < 0);
  a = std::abs(a);
  b = std::abs(b);
  if (a > b)
    std::swap(a, b);
  if (a == b)
    return constant(negated);
  if (a == kTrue)
    return negated ? b : -b;
  const auto [g, fresh] = gate({Kind::Differ, a, b, 0});
  if (fresh) {
    demand({-g, a, b});
    demand({-g, -a, -b});
    demand({g, -a, b});
    demand({g, a, -b});
  }
  return negated ? -g : g;
}

Literal Gates::parity(Literal a, Literal b, Literal c) {
  const bool negated = ((a < 0) != (b < 0)) != (c < 0);
  Literal inputs[] = {std::abs(a), std::abs(b), std::abs(c)};
  std::ranges::sort(inputs);
  const auto [x, y, z] = inputs;
  const Literal sign = negated ? -1 : 1;
  if (x == y)
    return sign * z;
  if (y == z)
    return sign * x;
  if (x == kTrue)
    return -sign * differ(y, z);
  const auto [g, fresh] = gate({Kind::Parity, x, y, z});
  if (fresh)
    for (const bool p : {false, true})
      for (const bool q : {false, true})
        for (const bool r : {false, true}) // with these values the gate is their sum
          demand({p ? -x : x, q ? -y : y, r ? -z : z, (p != q) != r ? g : -g});
  return sign * g;
}

Literal Gates::majority(Literal a, Literal b, Literal c) {
  Literal inputs[] = {a, b, c};
  std::ranges::sort(inputs, {}, [](Literal l) { return std::abs(l); });
  const Literal sign = inputs[0] < 0 ? -1 : 1; // of all three negated it is the negation
  const Literal x = sign * inputs[0], y = sign * inputs[1], z = sign * inputs[2];
  if (x == y || x == -y)
    return sign * (x == y ? x : z);
  if (y == z || y == -z)
    return sign * (y == z ? y : x);
  if (x == kTrue)
    return sign * either(y, z);
  const auto [g, fresh] = gate({Kind::Majority, x, y, z});
  if (fresh) {
    demand({g, -x, -y});
    demand({g, -x, -z});
    demand({g, -y, -z});
    demand({-g, x, y});
    demand({-g, x, z});
    demand({-g, y, z});
  }
  return sign * g;
}

Literal Gates::choose(Literal condition, Literal whenTrue, Literal whenFalse) {
  if (condition < 0) {
    condition = -condition;
    std::swap(whenTrue, whenFalse);
  }
  if (condition == kTrue || whenTrue == whenFalse)
    return whenTrue;
  if (whenTrue == -whenFalse)
    return -differ(condition, whenTrue);
  if (whenTrue == kTrue || whenTrue == condition)
    return either(condition, whenFalse);
  if (whenTrue == kFalse || whenTrue == -condition)
    return both(-condition, whenFalse);
  if (whenFalse == kFalse || whenFalse == condition)
    return both(condition, whenTrue);
  if (whenFalse == kTrue || whenFalse == -condition)
    return either(-condition, whenTrue);
  const Literal sign = whenTrue < 0 ? -1 : 1;
  const Literal t = sign * whenTrue, f = sign * whenFalse;
  const auto [g, fresh] = gate({Kind::Choose, condition, t, f});
  if (fresh) {
    demand({-condition, -t, g});
    demand({-condition, t, -g});
    demand({condition, -f, g});
    demand({condition, f, -g});
    demand({-t, -f, g}); // follows, and spares a solver the choice
    demand({t, f, -g});
  }
  return sign * g;
}

} // namespace warplaw::certificates

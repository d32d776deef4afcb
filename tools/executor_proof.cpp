#include "tools/executor_proof.h"
#include "check/batch.h"
#include "check/shown.h"
#include "check/smallest.h"
#include "include/warplaw/lane.h"
#include "proofs/statements/foreign.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace warplaw::tools {
namespace {
using check::Demand;
using check::Demanded;
using check::LaneDemand;
using check::Member;
using proofs::Assignment;
using proofs::DemandedGroup;
using proofs::ForeignCall;
using proofs::Obligations;
using proofs::Term;
using proofs::Terms;

/// The function of one lane, as include/warplaw/lane.h exports it.
constexpr std::string_view kOfLane = "warplaw_shfl_of_lane";

lift::Table tableOf(const std::vector<Member>& members, std::string name, std::size_t bytes) {
  lift::Table table{.name = std::move(name), .bytes = bytes, .writable = true, .fields = {}};
  for (const Member& member : members) {
    lift::Field field{member.name, member.offset, 32, {}};
    for (const Term word : member.words)
      field.cells.push_back({word, word.terms().truth(false)});
    table.fields.push_back(std::move(field));
  }
  return table;
}

proofs::DemandedOutput outputOf(const std::vector<Member>& members, const Demanded& output) {
  return {output.name, proofs::Place{0, members[output.member].name, static_cast<unsigned>(output.word), output.bit},
          output.matters, output.expected};
}

/// The lane's own words, and those of all lanes together, by whose values it is proved.
std::vector<Term> splitsOf(const Demand& demand, unsigned lane) {
  std::vector<Term> own;
  const auto add = [&](Term word) {
    for (const Member& member : demand.members)
      if (member.words[member.words.size() == spec::kLanes ? lane : 0].same(word))
        own.push_back(word);
  };
  for (const auto& [word, values] : demand.fewValues)
    add(word);
  for (const auto& [word, bits] : demand.lowBits)
    add(word);
  return own;
}

/// A batch of one warp.
ForeignCall callOf(Terms& terms, const Demand& demand, std::size_t bytes) {
  ForeignCall call;
  call.input.objects = {tableOf(demand.members, "warp", bytes)};
  call.input.arguments = {lift::PointerTo{0, 0}, terms.constant(32, 1)};
  call.assumption = demand.isInDomain;
  call.fewValues = demand.fewValues;
  call.lowBits = demand.lowBits;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    DemandedGroup group{proofs::laneGroup(lane), {}, splitsOf(demand, lane)};
    for (const Demanded& output : demand.lanes[lane])
      group.outputs.push_back(outputOf(demand.members, output));
    call.groups.push_back(std::move(group));
  }
  return call;
}

/// How often the lane's function has asked others, as an object that groups can name.
lift::Table exchangesTable(Terms& terms) {
  const Term none = terms.constant(32, 0);
  return {"exchanges", 4, true, {proofs::field("exchanges", 0, std::span(&none, 1))}};
}

ForeignCall callOf(Terms& terms, const LaneDemand& demand) {
  ForeignCall call;
  call.input.objects = {tableOf(demand.members, "lane", sizeof(warplaw_shfl_lane))};
  call.input.arguments = {lift::PointerTo{0, 0}};
  call.assumption = demand.isInDomain;
  call.fewValues = demand.fewValues;
  call.seen = std::make_shared<std::vector<lift::Object>>(1, exchangesTable(terms));
  call.input.contracts["warplaw_from_lane"] = [reads = demand.reads, seen = call.seen](lift::ContractCall& asked) {
    Terms& terms = asked.terms;
    const auto* self = asked.arguments.size() == 2 ? std::get_if<lift::PointerTo>(&asked.arguments[0]) : nullptr;
    const auto* from = self ? std::get_if<Term>(&asked.arguments[1]) : nullptr;
    if (!from || self->object != 0 || self->offset != 0) {
      asked.undefined = terms.truth(true);
      return lift::Cell{terms.constant(32, 0), terms.truth(false)};
    }
    Term& count = std::get<lift::Table>(seen->front()).field("exchanges").cells[0].bits;
    count = count + asked.condition.zext(32);
    return lift::Cell{reads(*from), terms.truth(false)};
  };
  call.groups.push_back({"in-range", {outputOf(demand.members, demand.output)}});
  call.groups.push_back(
      {"exchanges-once",
       {{"exchanges", proofs::Place{1, "exchanges", 0, -1}, terms.truth(true), terms.constant(32, 1)}}});
  DemandedGroup received{"received", {{"received", {}, demand.matters, demand.expected}}};
  for (const auto& [word, values] : demand.fewValues)
    received.splitOn.push_back(word);
  call.groups.push_back(std::move(received));
  return call;
}

/// The case that a model of a Demand's variables speaks of.
std::vector<std::byte> caseFrom(const Demand& demand, const Assignment& model, std::size_t bytes) {
  std::vector<std::byte> asked(bytes);
  for (const Member& member : demand.members)
    for (std::size_t word = 0; word < member.words.size(); ++word) {
      const Term term = member.words[word];
      std::uint32_t value = 0;
      if (term.isConstant())
        value = static_cast<std::uint32_t>(term.value());
      else if (const auto found = model.find(std::string(term.node()->name)); found != model.end())
        value = static_cast<std::uint32_t>(found->second);
      std::memcpy(asked.data() + member.offset + 4 * word, &value, sizeof value);
    }
  return asked;
}

/// The other way round.
Assignment modelFrom(const Demand& demand, std::span<const std::byte> asked) {
  Assignment model;
  for (const Member& member : demand.members)
    for (std::size_t word = 0; word < member.words.size(); ++word)
      if (const Term term = member.words[word]; !term.isConstant()) {
        std::uint32_t value = 0;
        std::memcpy(&value, asked.data() + member.offset + 4 * word, sizeof value);
        model[std::string(term.node()->name)] = value;
      }
  return model;
}

/// Fewer bits of the model's words under which the assumptions hold and the same is undefined: each word 0, or without
/// one bit after the other from the highest down.
Assignment smallest(const Assignment& model, const std::vector<Term>& assumptions,
                    const std::function<proofs::Replay(const Assignment&)>& explain) {
  Assignment least = model;
  const auto take = [&](const std::string& name, symbolic::Bits value) {
    Assignment tried = least;
    tried[name] = value;
    const std::vector<symbolic::Bits> assumed = symbolic::evaluate(assumptions, tried);
    if (std::ranges::find(assumed, symbolic::Bits{0}) != assumed.end() || !explain(tried).reproduced)
      return false;
    least = std::move(tried);
    return true;
  };
  for (const auto& [name, value] : model) {
    if (value == 0 || take(name, 0))
      continue;
    for (unsigned bit = 64; bit-- > 0;)
      if (least[name] >> bit & 1)
        take(name, least[name] & ~(symbolic::Bits{1} << bit));
  }
  return least;
}

/// Cases as `check` draws them: where one refutes an obligation, a witness is looked for around it, and nothing is
/// asked of a solver that cannot hold. They count no more than any other.
void suggestCases(Obligations& made, const Demand& demand, check::Family& family, unsigned form) {
  constexpr unsigned kCases = 256;
  auto* const obligations = std::get_if<std::vector<proofs::Obligation>>(&made);
  if (!obligations)
    return;
  std::vector<Term> asked = {demand.isInDomain};
  std::vector<proofs::Obligation*> open;
  for (proofs::Obligation& obligation : *obligations)
    if (obligation.query.goal && !obligation.query.goal.isConstant()) {
      asked.push_back(obligation.query.goal);
      open.push_back(&obligation);
    }
  check::WideDice dice(1);
  std::vector<std::byte> drawn(family.bytes());
  for (unsigned i = 0; i < kCases; ++i) {
    family.draw(form, dice, drawn);
    const Assignment model = modelFrom(demand, drawn);
    const std::vector<symbolic::Bits> values = symbolic::evaluate(asked, model);
    for (std::size_t k = 0; k < open.size(); ++k)
      if (values[0] != 0 && values[k + 1] == 0 && !open[k]->asking().near) {
        open[k]->ask([&](proofs::Obligation::Asking& asking) { asking.near = model; });
        open[k]->anyValues.clear();
      }
  }
}

} // namespace

spec::Result<std::unique_ptr<ExecutorProof>> ExecutorProof::open(const ExecutorSource& source,
                                                                 const check::Limits& limits) {
  auto bitcode = BitcodeFile::open(source);
  if (!bitcode)
    return bitcode.error();
  std::unique_ptr<ExecutorProof> made(new ExecutorProof(std::move(*bitcode)));
  auto plugin = PluginFile::open(source, limits);
  if (!plugin)
    return plugin.error();
  auto families = check::familiesFor(made->bitcode_.domain(), (*plugin)->executor().table().bytes);
  if (!families)
    return families.error();
  made->plugin_ = std::move(*plugin);
  made->families_ = std::move(*families);
  return made;
}

std::vector<FormProof> ExecutorProof::forms(const std::string& onlyFamily) const {
  std::vector<FormProof> all;
  for (const auto& family : families_) {
    const unsigned index = family->index();
    if (bitcode_.functionOf(index).empty() || !(onlyFamily.empty() || onlyFamily == check::kFamilyNames[index]))
      continue;
    for (unsigned form = 0; form < family->forms().size(); ++form)
      if (family->domain().forms >> form & 1)
        all.push_back(proofOf(*family, form));
  }
  return all;
}

proofs::Subject ExecutorProof::subject() const {
  proofs::Subject::Overrides overrides;
  overrides.module = [this](std::string_view, proofs::Stage stage) {
    return stage == proofs::Stage::Final ? &bitcode_.final() : &bitcode_.unoptimized();
  };
  return proofs::Subject::with(std::move(overrides));
}

FormProof ExecutorProof::proofOf(check::Family& family, unsigned form) const {
  FormProof proof{family.forms()[form], "", {}};
  Terms terms;
  if (table().bytes[family.index()] > family.bytes()) {
    proof.unstated = "its structure is that of a later version's warplaw/executor.h";
    return proof;
  }
  const bool isOfLane = family.laneDemand(terms, form) && bitcode_.unoptimized().has(kOfLane);
  if (!isOfLane && !family.demand(terms, form)) {
    proof.unstated = family.whyUnstated();
    return proof;
  }
  proofs::Theorem theorem;
  theorem.name = fmt::format("prove/{}", proof.form);
  theorem.instruction = spec::textOf(family.mnemonic());
  theorem.form = proof.form;
  theorem.statement = fmt::format("what the executor's domain says of {}", proof.form);
  theorem.build = [this, &family, form, isOfLane, prefix = theorem.name](Terms& terms) {
    return isOfLane ? laneObligations(terms, family, form, prefix) : warpObligations(terms, family, form, prefix);
  };
  proof.theorem = std::move(theorem);
  return proof;
}

Obligations ExecutorProof::warpObligations(Terms& terms, check::Family& family, unsigned form,
                                           const std::string& prefix) const {
  const Demand demand = *family.demand(terms, form);
  ForeignCall call = callOf(terms, demand, table().bytes[family.index()]);
  call.storesWhenRun = [&] { return storesWhenRun(family, form); };
  Obligations made =
      proofs::foreignObligations(terms, subject(), bitcode_.functionOf(family.index()), std::move(call), prefix);
  suggestCases(made, demand, family, form);
  replayAs(made, family, form, [&family, form](const Assignment& model) {
    Terms own;
    return caseFrom(*family.demand(own, form), model, family.bytes());
  });
  return made;
}

bool ExecutorProof::storesWhenRun(check::Family& family, unsigned form) const {
  constexpr unsigned kCases = 64;
  const auto own = plugin_->again();
  if (!own)
    return false;
  check::WideDice dice(1);
  std::vector<std::byte> asked(family.bytes()), answered(family.bytes());
  for (unsigned i = 0; i < kCases; ++i) {
    family.draw(form, dice, asked);
    if (check::askOne(**own, family, asked, answered).how == check::How::Answered && asked != answered)
      return true;
  }
  return false;
}

Obligations ExecutorProof::laneObligations(Terms& terms, check::Family& family, unsigned form,
                                           const std::string& prefix) const {
  Obligations made = proofs::foreignObligations(terms, subject(), std::string(kOfLane),
                                                callOf(terms, *family.laneDemand(terms, form)), prefix);
  replayAs(made, family, form, [&family, form](const Assignment& model) {
    std::vector<std::byte> asked(family.bytes());
    family.setLane(form, model, asked);
    return asked;
  });
  return made;
}

void ExecutorProof::replayAs(Obligations& made, check::Family& family, unsigned form, const CaseOf& caseOf) const {
  auto* const obligations = std::get_if<std::vector<proofs::Obligation>>(&made);
  if (!obligations)
    return;
  for (proofs::Obligation& obligation : *obligations)
    if (obligation.replay)
      obligation.replay = [this, &family, caseOf, assumptions = obligation.query.assumptions,
                           explain = obligation.replay](const Assignment& model) {
        const Assignment small = smallest(model, assumptions, explain);
        proofs::Replay explained = explain(small), shown = shownAt(family, caseOf(small));
        if (!explained.reproduced)
          return explained;
        shown.report = fmt::format("{}\n{}", explained.report, shown.report);
        return shown;
      };
    else
      obligation.replay = [this, &family, form, caseOf, differs = !obligation.outputs.empty()](
                              const Assignment& model) { return replay(family, form, caseOf(model), differs); };
}

proofs::Replay ExecutorProof::shownAt(check::Family& family, std::vector<std::byte> asked) const {
  if (!family.contains(asked))
    return {false, "the witness is no case of the domain", {}};
  const auto own = plugin_->again();
  if (!own)
    return {false, own.error().message, {}};
  const spec::Case c = family.caseOf(asked);
  std::vector<std::byte> answered(asked.size());
  const check::Answer answer = check::askOne(**own, family, asked, answered);
  if (answer.how != check::How::Answered)
    return {true, fmt::format("compiled: {}\n{}", answer.what, check::shownUnanswered(check::sharedOracle(), c, false)),
            c};
  const check::Shown shown = check::shown(family, check::sharedOracle(), c, asked, answered, false);
  return {true,
          shown.what.empty()
              ? fmt::format("compiled, it answers this case rightly\n{}", shown.table)
              : fmt::format("compiled: {}\n{}  expected: the encoding; got: the executor\n", shown.what, shown.table),
          c};
}

proofs::Replay ExecutorProof::replay(check::Family& family, unsigned form, std::vector<std::byte> asked,
                                     bool mustDiffer) const {
  if (!family.contains(asked))
    return {false, "the witness is no case of the domain", {}};
  const auto own = plugin_->again(); // witnesses are replayed in processes of their own, several at a time
  if (!own)
    return {false, own.error().message, {}};
  check::Executor& executor = **own;
  std::vector<std::byte> answered(asked.size());
  const check::Answer answer = check::askOne(executor, family, asked, answered);
  check::FormReport report;
  report.form = family.forms()[form];
  check::Finding finding{{asked, answered}, {}, answer.what, "", ""};
  if (answer.how != check::How::Answered)
    report.status = answer.how == check::How::TimedOut ? check::Status::Timeout : check::Status::Crash;
  else if (family.judge(asked, answered))
    report.status = check::Status::Mismatch;
  if (report.status == check::Status::Ok) // what is undefined may answer rightly
    return {!mustDiffer, "compiled, it answers this case rightly\n", family.caseOf(asked)};
  check::Smallest(family, executor, check::Options()).shrink(report, finding);
  const bool storesNothing = answer.how == check::How::Answered && finding.exchange.asked == finding.exchange.answered;
  return {true, fmt::format("{}{}\n{}", finding.what, storesNothing ? "; it stores nothing here" : "", finding.table),
          finding.smallest};
}

} // namespace warplaw::tools

#include "tools/executor_proof.h"
#include "check/batch.h"
#include "check/shown.h"
#include "check/smallest.h"
#include "include/warplaw/lane.h"
#include "proofs/statements/batch_of_two.h"
#include "proofs/statements/code_named.h"
#include "proofs/statements/foreign.h"
#include "symbolic/lift/constants.h"
#include "symbolic/terms/evaluator.h"
#include "tools/case_models.h"
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
using proofs::Verdict;

constexpr unsigned kCases = 256; ///< that are tried where nothing is known yet

/// The function of one lane, as include/warplaw/lane.h exports it.
constexpr std::string_view kOfLane = "warplaw_shfl_of_lane";
/// What lane.h puts into the table in the proof. Another function that does nothing once it is optimised may be
/// undefined.
constexpr std::string_view kStandIn = "warplaw_shfl_stand_in";

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

/// A batch of one warp; and of two.
ForeignCall callOf(Terms& terms, const Demand& demand, std::size_t bytes) {
  ForeignCall call;
  call.input.objects = {tableOf(demand.members, "warp", bytes)};
  call.input.arguments = {lift::PointerTo{0, 0}, terms.constant(32, 1)};
  call.assumption = demand.isInDomain;
  call.fewValues = demand.fewValues;
  call.lowBits = demand.lowBits;
  call.isBatch = true;
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

/// Cases as `check` draws them: where one refutes an obligation, a witness is looked for around it, and nothing is
/// asked of a solver that cannot hold. They count no more than any other.
void suggestCases(Obligations& made, const Demand& demand, check::Family& family, unsigned form) {
  auto* const obligations = std::get_if<std::vector<proofs::Obligation>>(&made);
  if (!obligations)
    return;
  std::vector<Term> asked;
  std::vector<proofs::Obligation*> open;
  for (proofs::Obligation& obligation : *obligations)
    if (obligation.query.goal && !obligation.query.goal.isConstant()) {
      asked.insert(asked.end(), {demand.isInDomain.terms().all(obligation.query.assumptions), obligation.query.goal});
      open.push_back(&obligation);
    }
  const symbolic::Evaluator evaluated(asked); // once: there may be a million terms
  check::WideDice dice(1);
  std::vector<std::byte> drawn(family.bytes());
  for (unsigned i = 0; i < kCases; ++i) {
    const auto model = std::make_shared<Assignment>();
    for (const auto& named : {&ofFirst, &proofs::BatchOfTwo::ofSecond}) {
      family.draw(form, dice, drawn);
      addModel(demand, drawn, named, *model);
    }
    const std::vector<symbolic::Bits> values = evaluated(*model);
    for (std::size_t k = 0; k < open.size(); ++k)
      if (values[2 * k] != 0 && values[2 * k + 1] == 0 && !open[k]->asking().near) {
        open[k]->ask([&](proofs::Obligation::Asking& asking) { asking.near = *model; });
        open[k]->anyValues.clear();
      }
  }
}

/// Not where a loop ends, nor that there are cases.
bool isAboutUndefined(const proofs::Obligation& obligation) {
  return obligation.query.goal && obligation.name.ends_with("/no-undefined-behaviour");
}

} // namespace

spec::Result<std::unique_ptr<ExecutorProof>>
ExecutorProof::open(const ExecutorSource& source, const check::Limits& limits, CaseKeeper keeper, unsigned turns) {
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
  made->keeper_ = std::move(keeper);
  made->turns_ = turns;
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
  const std::string ptx(check::kFamilyNames[check::kPtxFamily]);
  if (!bitcode_.functionOf(check::kPtxFamily).empty() && (onlyFamily.empty() || onlyFamily == ptx))
    all.push_back({ptx, "PTX", "operations of one thread: `warplaw check` tests them", "", {}});
  return all;
}

proofs::Subject ExecutorProof::subject() const {
  proofs::Subject::Overrides overrides;
  overrides.module = [this](std::string_view, proofs::Stage stage) {
    return stage == proofs::Stage::Final ? &bitcode_.final() : &bitcode_.unoptimized();
  };
  return proofs::Subject::with(std::move(overrides));
}

bool ExecutorProof::isOfLane(check::Family& family, unsigned form) const {
  Terms terms;
  const std::string& own = bitcode_.functionOf(family.index());
  return family.laneDemand(terms, form) && bitcode_.unoptimized().has(kOfLane) && !own.empty() &&
         lift::functionIn(bitcode_.unoptimized(), kStandIn) == own && lift::isEmpty(bitcode_.unoptimized(), own);
}

FormProof ExecutorProof::proofOf(check::Family& family, unsigned form) const {
  FormProof proof{std::string(check::kFamilyNames[family.index()]),
                  family.forms()[form],
                  "",
                  "batches of one and two such warps",
                  {}};
  Terms terms;
  if (table().bytes[family.index()] > family.bytes()) {
    proof.unstated = "its structure is that of a later version's warplaw/executor.h";
    return proof;
  }
  if (isOfLane(family, form)) {
    proof.of = "each lane by itself";
  } else if (!family.demand(terms, form)) {
    proof.unstated = family.whyUnstated();
    return proof;
  }
  proofs::Theorem theorem;
  theorem.name = fmt::format("prove/{}", proof.form);
  theorem.instruction = spec::textOf(family.mnemonic());
  theorem.form = proof.form;
  theorem.statement = fmt::format("what the executor's domain says of {}", proof.form);
  theorem.code = {isOfLane(family, form) ? std::string(kOfLane) : bitcode_.functionOf(family.index())};
  const proofs::Subject subject = this->subject();
  theorem.build = [this, subject, &family, form, prefix = theorem.name](Terms& terms) {
    Obligations made = obligations(terms, subject, family, form, prefix);
    replayAs(made, family, form);
    return made;
  };
  proof.theorem = proofs::heldAgainstItsCode(std::move(theorem), subject);
  return proof;
}

Obligations ExecutorProof::obligations(Terms& terms, const proofs::Subject& subject, check::Family& family,
                                       unsigned form, const std::string& prefix) const {
  if (isOfLane(family, form)) {
    ForeignCall call = callOf(terms, *family.laneDemand(terms, form));
    call.input.unrollBound = turns_;
    return proofs::foreignObligations(terms, subject, std::string(kOfLane), std::move(call), prefix);
  }
  const Demand demand = *family.demand(terms, form);
  ForeignCall call = callOf(terms, demand, table().bytes[family.index()]);
  call.input.unrollBound = turns_;
  call.storesWhenRun = [&] { return storesWhenRun(family, form); };
  Obligations made =
      proofs::foreignObligations(terms, subject, bitcode_.functionOf(family.index()), std::move(call), prefix);
  suggestCases(made, demand, family, form);
  return made;
}

bool ExecutorProof::storesWhenRun(check::Family& family, unsigned form) const {
  constexpr unsigned kFew = 64;
  const auto own = plugin_->again();
  if (!own)
    return false;
  check::WideDice dice(1);
  std::vector<std::byte> asked(family.bytes()), answered(family.bytes());
  for (unsigned i = 0; i < kFew; ++i) {
    family.draw(form, dice, asked);
    if (check::askOne(**own, family, asked, answered).how == check::How::Answered && asked != answered)
      return true;
  }
  return false;
}

Cases ExecutorProof::batchFrom(check::Family& family, unsigned form, const Assignment& model) const {
  if (isOfLane(family, form)) {
    Cases one(1, std::vector<std::byte>(family.bytes()));
    family.setLane(form, model, one.front());
    return one;
  }
  Terms terms;
  const Demand demand = *family.demand(terms, form);
  Cases batch = {caseFrom(demand, model, family.bytes(), ofFirst)};
  if (speaksOfSecond(model))
    batch.push_back(caseFrom(demand, model, family.bytes(), proofs::BatchOfTwo::ofSecond));
  return batch;
}

void ExecutorProof::replayAs(Obligations& made, check::Family& family, unsigned form) const {
  auto* const obligations = std::get_if<std::vector<proofs::Obligation>>(&made);
  if (!obligations)
    return;
  for (proofs::Obligation& obligation : *obligations) {
    if (!obligation.outputs.empty()) {
      obligation.replay = [this, &family, form](const Assignment& model) {
        return replay(family, form, batchFrom(family, form, model));
      };
    } else if (isAboutUndefined(obligation)) {
      const auto undefined = std::make_shared<UndefinedOn>(obligation, family, form, isOfLane(family, form));
      obligation.replay = [this, &family, form, undefined](const Assignment& model) {
        return replayUndefined(family, form, *undefined, batchFrom(family, form, model));
      };
    } else if (obligation.query.goal && !obligation.replay) {
      obligation.replay = [](const Assignment&) {
        return proofs::Replay{false, "what is taken for granted of the domain's values does not hold", {}};
      };
    }
  }
}

std::optional<proofs::Replay> ExecutorProof::replayAlone(check::Family& family, check::Executor& executor,
                                                         const std::vector<std::byte>& asked) const {
  std::vector<std::byte> answered(asked.size());
  const check::Answer answer = check::askOne(executor, family, asked, answered);
  check::Finding finding{.exchange = {asked, answered}, .what = answer.what};
  if (answer.how != check::How::Answered)
    finding.status = answer.how == check::How::TimedOut ? check::Status::Timeout : check::Status::Crash;
  else if (!family.judge(asked, answered))
    return std::nullopt;
  check::Smallest(family, executor, check::RunOptions()).shrink(finding);
  const bool storesNothing = answer.how == check::How::Answered && finding.exchange.asked == finding.exchange.answered;
  const char* const more = storesNothing ? "; it stores nothing here" : "";
  return proofs::Replay{
      true, keeper_.keep(fmt::format("{}{}\n{}", finding.what, more, finding.table), finding.smallest, finding.got),
      finding.smallest};
}

proofs::Replay ExecutorProof::replay(check::Family& family, unsigned form, const Cases& batch) const {
  if (!std::ranges::all_of(batch, [&](const auto& asked) { return family.contains(asked); }))
    return {false, "the witness is no case of the domain", {}};
  const auto own = plugin_->again(); // witnesses are replayed in processes of their own, several at a time
  if (!own)
    return {false, own.error().message, {}};
  for (const auto& asked : batch)
    if (auto replayed = replayAlone(family, **own, asked))
      return *replayed;
  const auto pair = batch.size() == 2 ? check::wrongPair(family, **own, batch.front(), batch.back())
                                      : check::wrongBeside(family, **own, batch.front(), kCases);
  if (pair)
    return {true, keeper_.keep(*pair), pair->wrong};
  Terms terms;
  std::string what = "compiled, it answers this case rightly";
  if (bitcode_.unoptimized().has(kOfLane) && !isOfLane(family, form) && family.laneDemand(terms, form))
    what += "; what WARPLAW_SHFL_FROM_LANES makes is nothing in the proof, unless it is the table's function itself";
  return {false, what, {}};
}

proofs::Replay ExecutorProof::replayUndefined(check::Family& family, unsigned form, const UndefinedOn& undefined,
                                              Cases batch) const {
  if (!std::ranges::all_of(batch, [&](const auto& asked) { return family.contains(asked); }))
    return {false, "the witness is no case of the domain", {}};
  if (undefined(batch).empty())
    return {false, "the code is not undefined on the case that the witness speaks of", {}};
  if (batch.size() == 1)
    batch.front() = undefined.smallest(batch.front());
  const std::string where = undefined(batch);
  const spec::Case shown = family.caseOf(batch.front());
  const auto own = plugin_->again();
  if (!own)
    return {false, own.error().message, {}};
  std::vector<std::byte> answered(batch.front().size());
  const check::Answer answer = check::askOne(**own, family, batch.front(), answered);
  fuzz::Oracle& oracle = check::sharedOracle();
  const std::string by = (*own)->table().by();
  std::string what = answer.what, table = check::shownUnanswered(oracle, shown);
  std::optional<spec::Got> got = spec::Got{.by = by, .what = what, .isAnswer = false};
  if (answer.how == check::How::Answered) { // what is undefined may answer rightly
    const check::Shown seen = check::shown(family, oracle, shown, batch.front(), answered, by, false);
    what = seen.what.empty() ? "compiled, it answers this case rightly" : seen.what;
    table = seen.table + (seen.what.empty() ? "" : "  expected: the encoding; got: the executor\n");
    got = seen.got;
  }
  for (std::size_t k = 1; k < batch.size(); ++k)
    table +=
        "  the second of the batch:\n" + check::shownUnanswered(oracle, family.caseOf(batch[k]), {.allLanes = true});
  return {true, keeper_.keep(fmt::format("{}\n{}\n{}", where, what, table), shown, got), shown};
}

Disproof ExecutorProof::disproofOf(check::Family& family, const check::FormReport& form) const {
  const check::Finding& finding = form.findings.front();
  Disproof disproof{true,
                    fmt::format("{}, {} of {} cases of `check` wrong", finding.what, form.wrong, form.cases),
                    finding,
                    "",
                    {finding.exchange.asked}};
  if (!form.remark.empty()) { // not of a case alone
    if (const auto own = plugin_->again())
      if (const auto pair = check::wrongBeside(family, **own, finding.exchange.asked, kCases)) {
        disproof.remark = pair->what;
        disproof.shown = keeper_.keep(*pair);
        disproof.asked = {pair->asked.begin(), pair->asked.end()};
        return disproof;
      }
    disproof.isWrong = form.status != check::Status::Timeout; // many slow warps are no wrong one
    disproof.remark += "; " + form.remark;
  }
  disproof.shown = keeper_.keep(fmt::format("{}\n{}", finding.what, finding.table), finding.smallest, finding.got);
  return disproof;
}

std::optional<proofs::Theorem> ExecutorProof::undefinedOn(const std::string& form, const Disproof& disproof) const {
  for (const auto& family : families_)
    for (unsigned k = 0; k < family->forms().size(); ++k) {
      if (family->forms()[k] != form)
        continue;
      FormProof proof = proofOf(*family, k);
      if (!proof.theorem)
        return std::nullopt;
      proof.theorem->build = [this, &family = *family, k, disproof, prefix = proof.theorem->name](Terms& terms) {
        Obligations made = obligations(terms, subject(), family, k, prefix);
        auto* const all = std::get_if<std::vector<proofs::Obligation>>(&made);
        if (!all)
          return made;
        std::vector<proofs::Obligation> asked;
        for (const proofs::Obligation& obligation : *all)
          if (isAboutUndefined(obligation))
            asked.push_back(proofs::byEvidence(
                obligation.name, Verdict::Proved,
                [undefined = std::make_shared<UndefinedOn>(obligation, family, k, isOfLane(family, k)), disproof] {
                  const std::string where = (*undefined)(disproof.asked);
                  return where.empty() ? proofs::Obligation::Evidence{Verdict::Checked, "of this case", ""}
                                       : proofs::Obligation::Evidence{Verdict::Refuted, "", where};
                }));
        return Obligations(std::move(asked));
      };
      return proof.theorem;
    }
  return std::nullopt;
}

std::map<std::string, Disproof> ExecutorProof::check(const std::string& onlyFamily, double seconds) const {
  check::RunOptions options;
  options.seconds = seconds;
  options.outside = false;
  std::map<std::string, Disproof> disproofs;
  for (const auto& family : families_) {
    options.family = check::kFamilyNames[family->index()];
    if (!(onlyFamily.empty() || onlyFamily == options.family) || !table().bytes[family->index()])
      continue;
    const auto report = check::run(plugin_->executor(), options);
    if (!report)
      continue; // a domain that is none: there are no families then
    for (const check::FamilyReport& seen : report->families)
      for (const check::FormReport& form : seen.forms)
        if (!form.findings.empty())
          disproofs.emplace(form.form, disproofOf(*family, form));
  }
  return disproofs;
}

} // namespace warplaw::tools

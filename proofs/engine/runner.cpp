#include "proofs/engine/runner.h"
#include "proofs/engine/hash.h"
#include "proofs/engine/worker.h"
#include <algorithm>
#include <cassert>
#include <csignal>
#include <deque>
#include <fmt/format.h>
#include <set>
#include <sstream>
#include <thread>

namespace warplaw::proofs {
namespace {

using Id = Children::Id;

constexpr std::string_view kEndedWell = "exit status 0";

class Runner {
public:
  Runner(const std::vector<Theorem>& theorems, const RunOptions& options, const RunObserver& observer)
      : theorems_(theorems), options_(options), observer_(observer) {}

  void run() {
    progress_.theorems = theorems_.size();
    while (!stopped() && !isLate() && (nextTheorem_ < theorems_.size() || !workers_.empty())) {
      fillSlots();
      report();
      children_.poll(secondsToWait()); // a signal ends the wait
      changeSolvers();
      endSlowBuilds();
    }
    leaveOpen();
    report();
  }

private:
  struct WorkerState {
    std::size_t theorem = 0;
    Clock::time_point start = Clock::now();
    bool built = false, refuted = false; ///< stated; one of its obligations is refuted
    std::set<std::string> open;          ///< obligations without a record
    std::string outcome;                 ///< its records, one a line
    bool keepsOutcome = true;            ///< each is as expected, no guess was withdrawn, and no name is there twice
  };
  struct Asker {
    Id worker;
    std::uint32_t request;
  };
  // One query text, whoever asks.
  struct Job {
    std::string text;
    std::vector<Asker> askers;
    std::vector<GivenAnswer> answers;
    std::vector<Id> running;
    std::vector<Id> resting;        ///< of those, while the last has a start of its own
    std::vector<std::size_t> order; ///< places in the policy of those that are asked, the first one first
    std::optional<Asker> ownTerms;  ///< who runs the one that is given terms
    std::size_t started = 0;        ///< solvers put to work or queued, in that order
    Clock::time_point lastStart{};
  };
  /// A child that a solver answers in.
  struct Asked {
    std::shared_ptr<const Solver> solver;
    std::string hash;         ///< of the query that it is at; empty: it waits for one
    bool hasAnswered = false; ///< another one before
    double seconds = 0;       ///< of processors that those took
  };
  struct Task { // waits for a slot: the next solver of a job, or a worker's check or simulation
    std::string job;
    Asker own{};
  };

  bool stopped() const { return options_.stop != nullptr && options_.stop->load(); }

  bool isLate() const { return options_.seconds > 0 && secondsSince(start_) >= options_.seconds; }

  /// Ctrl-C goes to the children as well, and may reach them a moment before us: that they end by it is our stop, and
  /// nothing that went wrong.
  bool endedByOurStop(const Ended& ended) const {
    if (options_.stop == nullptr || ended.how != Ended::How::Killed || (ended.code != SIGINT && ended.code != SIGTERM))
      return false;
    for (int i = 0; i < 100 && !stopped(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return stopped();
  }

  void leaveOpen() {
    std::vector<std::size_t> open;
    for (const auto& [id, worker] : workers_)
      if (!worker.built || !worker.open.empty())
        open.push_back(worker.theorem);
      else if (observer_.onTheorem) // it is decided, and its process about to end
        observer_.onTheorem(theorems_[worker.theorem]);
    for (; nextTheorem_ < theorems_.size(); ++nextTheorem_)
      open.push_back(nextTheorem_);
    for (const std::size_t theorem : open) {
      Record record = blankRecord(theorems_[theorem], options_);
      record.verdict = Verdict::Unknown;
      record.reason = stopped() ? kInterrupted : kNoTimeLeft;
      if (observer_.onRecord)
        observer_.onRecord(record);
      if (observer_.onTheorem)
        observer_.onTheorem(theorems_[theorem]);
    }
  }

  void note(const std::string& line) const {
    if (observer_.onNote)
      observer_.onNote(line);
  }

  void notKept() {
    if (std::exchange(storeFailed_, true))
      return;
    note("the cache can no longer be written; going on without keeping answers");
    if (observer_.onNotKept)
      observer_.onNotKept();
  }

  std::size_t slotsInUse() const {
    const auto building =
        std::count_if(workers_.begin(), workers_.end(), [](const auto& w) { return !w.second.built; });
    return static_cast<std::size_t>(building) + solving_ + ownRunning_.size();
  }

  // Queries before theorems: what is stated waits in memory.
  void fillSlots() {
    while (slotsInUse() < std::max(1u, options_.jobs) && !stopped()) {
      if (!tasks_.empty()) {
        const Task task = std::move(tasks_.front());
        tasks_.pop_front();
        startTask(task);
      } else if (nextTheorem_ < theorems_.size()) {
        if (!takeOutcome(theorems_[nextTheorem_]))
          startWorker(nextTheorem_);
        ++nextTheorem_;
      } else {
        return;
      }
    }
  }

  // Everything that its records follow from; empty: they are not kept.
  std::string outcomeKey(const Theorem& theorem) const {
    if (options_.cache == nullptr || options_.loaded.empty())
      return {};
    const SolverPolicy& policy = options_.policy;
    std::string all =
        fmt::format("{}\n{}\n{}\nfold: {}, agree: {}, simulate: {}", options_.loaded, processorHash(),
                    blankRecord(theorem, options_).bitcode, options_.fold, policy.agree, policy.simulates);
    for (const auto& solver : policy.solvers)
      all += "\n" + answerKey({}, *solver);
    return fmt::format("{} {}", theorem.name, sha256(all));
  }

  // As if it had been run: the very same program found each of its records as expected. Only times are not said again.
  bool takeOutcome(const Theorem& theorem) {
    const std::string key = outcomeKey(theorem);
    const auto lines = key.empty() ? std::nullopt : options_.cache->findOutcome(theorem.name, key);
    if (!lines)
      return false;
    std::vector<Record> records;
    std::istringstream all(*lines);
    for (std::string line; std::getline(all, line);) {
      auto record = recordFromJson(line);
      if (!record || record->theorem != theorem.name || record->exitCode() != ExitCode::AsExpected)
        return false;
      records.push_back(std::move(*record));
    }
    if (records.empty())
      return false;
    progress_.running = theorem.name;
    progress_.known += records.size();
    progress_.done += records.size();
    ++progress_.theoremsDone;
    for (Record& record : records) {
      record.whole = record.cached = true;
      record.seconds = 0;
      if (observer_.onRecord)
        observer_.onRecord(record);
    }
    if (observer_.onTheorem)
      observer_.onTheorem(theorem);
    report();
    return true;
  }

  void keepOutcome(const Theorem& theorem, const std::string& outcome) {
    if (const std::string key = outcomeKey(theorem);
        !key.empty() && !options_.cache->storeOutcome(theorem.name, key, outcome))
      notKept();
  }

  void startTask(const Task& task) {
    if (!task.job.empty())
      return startSolver(task.job);
    if (!workers_.contains(task.own.worker))
      return;
    ownRunning_.insert({task.own.worker, task.own.request});
    children_.send(task.own.worker, {static_cast<std::uint32_t>(Message::Run), task.own.request, {}});
  }

  void startWorker(std::size_t index) {
    Children::Spec spec;
    spec.body = [this, index](ParentChannel parent) { return runWorker(theorems_[index], options_, parent); };
    spec.memoryBytes = options_.memoryBytes;
    const auto id = std::make_shared<Id>();
    spec.onFrame = [this, id](const Frame& frame) { receive(*id, frame); };
    spec.onEnd = [this, id](const Ended& ended) {
      if (!endedByOurStop(ended))
        endWorker(*id, ended.text());
    };
    *id = children_.start(std::move(spec));
    workers_[*id].theorem = index;
    progress_.running = theorems_[index].name;
  }

  void receive(Id worker, const Frame& frame) {
    switch (static_cast<Message>(frame.kind)) {
    case Message::Built:
      return built(worker, frame.body);
    case Message::Solve:
      return solve({worker, frame.id}, frame.body);
    case Message::TermsSolved:
      return termsSolved({worker, frame.id}, decodeAnswers(frame.body).at(0));
    case Message::WantToRun:
      return tasks_.push_back({{}, {worker, frame.id}});
    case Message::Ran:
      ownRunning_.erase({worker, frame.id});
      return;
    case Message::Record:
      return record(worker, frame.body);
    case Message::Withdrawn:
      return withdrawn(worker, frame.body);
    case Message::Note:
      return note(frame.body);
    case Message::NotKept:
      return notKept();
    default:
      assert(false && "a message for workers");
    }
  }

  void built(Id worker, std::string_view names) {
    WorkerState& state = workers_[worker];
    state.built = true;
    while (!names.empty()) {
      const std::size_t end = std::min(names.find('\n'), names.size());
      const bool fresh = state.open.emplace(names.substr(0, end)).second;
      state.keepsOutcome &= fresh;
      if (!fresh)
        note(fmt::format("two obligations are called {}", names.substr(0, end)));
      names.remove_prefix(std::min(end + 1, names.size()));
    }
    progress_.known += state.open.size();
  }

  void record(Id worker, const std::string& line) {
    const auto record = recordFromJson(line);
    WorkerState& state = workers_[worker];
    if (!record) {
      state.keepsOutcome = false;
      return note(fmt::format("a worker's record cannot be read: {}", record.error().message));
    }
    state.open.erase(record->name);
    state.refuted |= record->verdict == Verdict::Refuted;
    state.keepsOutcome &= record->exitCode() == ExitCode::AsExpected;
    state.outcome += line + "\n";
    progress_.running = record->name;
    ++progress_.done;
    if (observer_.onRecord)
      observer_.onRecord(*record);
  }

  // A guess that does not hold says nothing, and gets no verdict; what rests on it is asked without it.
  void withdrawn(Id worker, const std::string& text) {
    const std::size_t end = text.find('\n');
    workers_[worker].open.erase(text.substr(0, end));
    workers_[worker].keepsOutcome = false;
    ++progress_.done;
    note(fmt::format("{}: no obligation any more, {}", text.substr(0, end), text.substr(end + 1)));
  }

  // Whatever ended it: what it leaves open is recorded, once each, as an error unless it was its time.
  void endWorker(Id worker, const std::string& how, Verdict verdict = Verdict::Error) {
    const WorkerState state = std::move(workers_.extract(worker).mapped());
    const Theorem& theorem = theorems_[state.theorem];
    Record lost = blankRecord(theorem, options_);
    lost.verdict = verdict;
    lost.reason = fmt::format("{}{} {}", kWorkerEnded, how,
                              state.built ? "before this was decided" : "while the theorem was being stated");
    lost.seconds = secondsSince(state.start);
    const bool left = options_.stopAtRefuted && state.refuted && how == kEndedWell;
    if (!state.built) {
      ++progress_.known;
      ++progress_.done;
      if (observer_.onRecord)
        observer_.onRecord(lost);
    }
    for (const std::string& name : state.open) {
      ++progress_.done;
      lost.name = name;
      if (!left && observer_.onRecord)
        observer_.onRecord(lost);
    }
    if (state.built && state.open.empty() && state.keepsOutcome && how == kEndedWell)
      keepOutcome(theorem, state.outcome);
    ++progress_.theoremsDone;
    if (observer_.onTheorem)
      observer_.onTheorem(theorem);
    std::erase_if(ownRunning_, [&](const auto& own) { return own.first == worker; });
    forget(worker);
  }

  // Nobody waits for what only this worker asked.
  void forget(Id worker) {
    for (auto it = jobs_.begin(); it != jobs_.end();) {
      auto& [hash, job] = *it++;
      const auto asked = std::erase_if(job.askers, [&](const Asker& a) { return a.worker == worker; });
      const bool ended = job.ownTerms && job.ownTerms->worker == worker;
      if (ended)
        job.ownTerms.reset();
      if (asked != 0 && job.askers.empty())
        dropJob(hash);
      else if (ended) // another one has the same terms
        tasks_.push_front({hash, {}});
    }
  }

  void solve(Asker asker, const std::string& body) {
    const std::string hash = body.substr(0, 64);
    if (const auto known = answered_.find(hash); known != answered_.end())
      return answer(asker, known->second);
    Job& job = jobs_[hash];
    job.askers.push_back(asker);
    if (job.started != 0)
      return;
    const std::size_t end = body.find('\n', hash.size());
    job.text = body.substr(end + 1);
    for (std::size_t i = hash.size(); i < end; ++i)
      job.order.push_back(static_cast<std::size_t>(body[i] - '0'));
    job.started = options_.policy.agree ? job.order.size() : 1;
    for (std::size_t i = 0; i < job.started; ++i)
      tasks_.push_back({hash, {}});
  }

  void startSolver(const std::string& hash) {
    const auto it = jobs_.find(hash);
    if (it == jobs_.end())
      return; // answered while it waited
    Job& job = it->second;
    // tasks of one job are taken in order, so the next solver is the one after those that answered or run
    const std::size_t index = job.answers.size() + job.running.size();
    if (index >= job.started || job.ownTerms)
      return; // a task left over from a job of the same text that was dropped
    const std::size_t place = job.order[index];
    const auto& solver = options_.policy.solvers[place];
    if (!solver->takesTerms())
      return askChild(hash, solver, true);
    const Asker asker = *(job.ownTerms = job.askers.front());
    ownRunning_.insert({asker.worker, asker.request});
    children_.send(asker.worker,
                   {static_cast<std::uint32_t>(Message::SolveTerms), asker.request, std::to_string(place)});
  }

  void termsSolved(Asker asker, GivenAnswer answer) {
    ownRunning_.erase({asker.worker, asker.request});
    const auto isThat = [&](const auto& job) {
      return job.second.ownTerms && job.second.ownTerms->worker == asker.worker &&
             job.second.ownTerms->request == asker.request;
    };
    const auto job = std::ranges::find_if(jobs_, isThat);
    if (job == jobs_.end())
      return;
    job->second.ownTerms.reset();
    const auto& solvers = options_.policy.solvers;
    solved(std::string(job->first), **std::ranges::find(solvers, answer.solver, &Solver::name), std::move(answer.raw));
  }

  // A child that waits for a question, if it may be such a one, or a new one in its place. A long text is not sent: a
  // new child has it already.
  void askChild(const std::string& hash, const std::shared_ptr<const Solver>& solver, bool mayHaveAnswered) {
    constexpr std::size_t kLong = 1 << 16;
    Job& job = jobs_.at(hash);
    job.lastStart = Clock::now();
    const auto waits = std::ranges::find_if(
        asked_, [&](const auto& child) { return child.second.hash.empty() && child.second.solver == solver; });
    Id id = 0;
    if (mayHaveAnswered && waits != asked_.end() && job.text.size() < kLong) {
      id = waits->first;
      waits->second.hash = hash;
      children_.limit(id, options_.timeout);
      children_.send(id, {0, 0, job.text});
    } else {
      if (waits != asked_.end()) { // or in the end as many would wait as there are long texts
        children_.kill(waits->first);
        asked_.erase(waits);
      }
      id = startChild(job.text, solver);
      asked_.emplace(id, Asked{solver, hash});
    }
    job.running.push_back(id);
    ++solving_;
  }

  Id startChild(const std::string& text, const std::shared_ptr<const Solver>& solver) {
    solver->prepare();
    Children::Spec spec;
    spec.raw = !solver->answersSeveral();
    spec.seconds = options_.timeout;
    spec.memoryBytes = options_.memoryBytes;
    spec.body = [&text, solver](ParentChannel parent) {
      return solver->answersSeveral() ? answerQuestions(*solver, text, parent) : solver->solve(text, parent);
    };
    const auto id = std::make_shared<Id>();
    spec.onFrame = [this, id](const Frame& frame) {
      if (asked_.contains(*id))
        answered(*id, {Ended::How::Exited, 0, 1e-4 * frame.id, 0, frame.body}, frame.kind != 0);
    };
    spec.onEnd = [this, id](Ended ended) {
      if (!asked_.contains(*id) || endedByOurStop(ended))
        return;
      ended.seconds -= asked_[*id].seconds;
      answered(*id, ended, true);
    };
    return *id = children_.start(std::move(spec));
  }

  // By a frame, or by its end. Only a child that knew the answer is asked more. Where one that had answered before
  // knows none, a new one is asked: the memory may have been taken, and the fault be made, by another question. Its
  // time was this question's alone.
  void answered(Id child, const Ended& ended, bool isLast) {
    constexpr double kUntilEnded = 5; // seconds; it does so by itself
    const Asked asked = asked_.extract(child).mapped();
    const RawAnswer raw = answerOf(ended);
    if (!asked.hash.empty()) { // or it ended while it waited
      Job& job = jobs_.at(asked.hash);
      std::erase(job.running, child);
      if (std::erase(job.resting, child) == 0)
        --solving_;
      else
        children_.resume(child);
    }
    if (isLast) {
      children_.limit(child, kUntilEnded);
    } else if (raw.definite() && !asked.hash.empty()) {
      asked_[child] = {asked.solver, {}, true, asked.seconds + raw.seconds};
      children_.limit(child, 0);
    } else {
      children_.kill(child);
    }
    if (asked.hash.empty())
      return;
    if (asked.hasAnswered && !raw.definite() && raw.kind != RawAnswer::Kind::Timeout)
      return askChild(asked.hash, asked.solver, false);
    solved(asked.hash, *asked.solver, raw);
  }

  void solved(const std::string& hash, const Solver& solver, RawAnswer raw) {
    Job& job = jobs_.at(hash);
    wake(job);
    if (options_.cache != nullptr && !options_.cache->store(hash, solver, raw))
      notKept();
    const bool enough = raw.definite() && !options_.policy.agree;
    job.answers.push_back({solver.name(), solver.version(), std::move(raw)});
    if (!enough && job.answers.size() < job.order.size()) {
      if (job.started == job.answers.size()) {
        ++job.started;
        tasks_.push_front({hash, {}});
      }
      return;
    }
    const std::vector<GivenAnswer> answers = inPolicyOrder(std::move(job.answers));
    for (const Asker& asker : job.askers)
      answer(asker, answers);
    answered_[hash] = answers;
    dropJob(hash);
  }

  // Whoever was faster: the same answers make the same record.
  std::vector<GivenAnswer> inPolicyOrder(std::vector<GivenAnswer> answers) const {
    const auto place = [&](const GivenAnswer& a) {
      const auto& solvers = options_.policy.solvers;
      return std::find_if(solvers.begin(), solvers.end(), [&](const auto& s) { return s->name() == a.solver; });
    };
    std::sort(answers.begin(), answers.end(),
              [&](const GivenAnswer& a, const GivenAnswer& b) { return place(a) < place(b); });
    return answers;
  }

  void answer(const Asker& asker, const std::vector<GivenAnswer>& answers) {
    children_.send(asker.worker, {static_cast<std::uint32_t>(Message::Answers), asker.request, encodeAnswers(answers)});
  }

  void dropJob(const std::string& hash) {
    const auto node = jobs_.extract(hash);
    for (Id child : node.mapped().running) {
      children_.kill(child);
      asked_.erase(child);
    }
    solving_ -= node.mapped().running.size() - node.mapped().resting.size();
  }

  // A solver that has had its head start makes way for the next one, which has a longer one: what is hard for one is
  // often easy for another, and two at once are twice the work. Then all of them go on, slot or no slot.
  void changeSolvers() {
    for (auto& [hash, job] : jobs_)
      if (waitsForCompany(job) && secondsAlone(job) >= firstStart(job)) {
        rest(job);
        ++job.started;
        startSolver(hash);
      } else if (!job.resting.empty() && secondsAlone(job) >= secondStart()) {
        wake(job);
      }
  }

  // What the solver that began last has had, by either measure: as much on a busy machine as on a quiet one.
  double secondsAlone(const Job& job) const {
    const Id last = job.running.back();
    return std::max(children_.seconds(last) - asked_.at(last).seconds,
                    secondsSince(job.lastStart) / SolverPolicy::kPatience);
  }

  void rest(Job& job) {
    for (Id child : job.running)
      children_.pause(child);
    solving_ -= job.running.size();
    job.resting = job.running;
  }

  void wake(Job& job) {
    for (Id child : job.resting)
      children_.resume(child);
    solving_ += job.resting.size();
    job.resting.clear();
  }

  double secondStart() const { return 3 * options_.policy.headStart; }

  // Who passes another, being known to be sooner, has the longer one at once: where it takes more than the shorter, the
  // other takes more than the longer.
  double firstStart(const Job& job) const { return job.order.front() == 0 ? options_.policy.headStart : secondStart(); }

  bool waitsForCompany(const Job& job) const {
    return !job.running.empty() && job.started == job.answers.size() + job.running.size() &&
           job.started < job.order.size();
  }

  void endSlowBuilds() {
    std::vector<Id> slow;
    for (const auto& [id, worker] : workers_)
      if (!worker.built && secondsSince(worker.start) > options_.buildTimeout)
        slow.push_back(id);
    for (Id id : slow) {
      children_.kill(id);
      endWorker(id, fmt::format("time-out after {:.3g} s", options_.buildTimeout), Verdict::Unknown);
    }
  }

  double secondsToWait() const {
    constexpr double kLeast = 0.01; // a processor's seconds are no shorter than the clock's
    double seconds = 0.5;
    for (const auto& [hash, job] : jobs_)
      if (waitsForCompany(job))
        seconds = std::min(seconds, std::max(kLeast, firstStart(job) - secondsAlone(job)));
      else if (!job.resting.empty())
        seconds = std::min(seconds, std::max(kLeast, secondStart() - secondsAlone(job)));
    return seconds;
  }

  void report() {
    if (!observer_.onProgress)
      return;
    progress_.seconds = secondsSince(start_);
    observer_.onProgress(progress_);
  }

  const std::vector<Theorem>& theorems_;
  const RunOptions& options_;
  const RunObserver& observer_;
  const Clock::time_point start_ = Clock::now();
  Progress progress_;
  std::size_t nextTheorem_ = 0, solving_ = 0;
  bool storeFailed_ = false;
  std::set<std::pair<Id, std::uint32_t>> ownRunning_;
  std::map<Id, WorkerState> workers_;
  std::map<Id, Asked> asked_;
  std::map<std::string, Job> jobs_;                          ///< by query hash
  std::map<std::string, std::vector<GivenAnswer>> answered_; ///< by query hash, in this run
  std::deque<Task> tasks_;
  Children children_; ///< last: its end kills what the rest refers to
};

} // namespace

void run(const std::vector<Theorem>& theorems, const RunOptions& options, const RunObserver& observer) {
  assert(!options.policy.solvers.empty());
  options.program(); // once, not in every worker
  processorHash();
  Runner(theorems, options, observer).run();
}

} // namespace warplaw::proofs

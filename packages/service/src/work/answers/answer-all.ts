import type { RequestState } from "@medhelm/core/helm/scenario-state";
import type { Log, LostParts, TokenUsage } from "@medhelm/core/ports";
import type { Outcome } from "@medhelm/core/run/asking/ask";
import { PendingAnswers } from "@medhelm/core/run/asking/pending";
import { REQUESTS_A_TURN, turns } from "@medhelm/core/run/turns";
import { addAnnotations, type Annotate, type Annotated } from "./annotate.ts";
import type { AnsweredState } from "./answered-states.ts";
import { addFailure, type FailureCounts, type FailuresByReason } from "../failures/failures-by-reason.ts";
import { judgeTokens } from "./judge-tokens.ts";
import { type RequestTokens, requestTokens, tokensOf } from "./request-tokens.ts";
import { type UnscoredByReason, unscoredByReason } from "../failures/unscored-by-reason.ts";
import { workBounded } from "../../concurrency/map-bounded.ts";
import type { OpenDeployment } from "../ports.ts";
import type { OpenSpan } from "../../trace/open-span.ts";
import { addSolved, type Solve } from "./solver.ts";

export interface AnswerCounts {
  requests: number;
  answered: number;
  failed: number;
  /** the failed requests by reason */
  readonly failures: FailuresByReason;
  reused: number;
  verdictsAsked: number;
  verdictsScored: number;
  /** the other verdicts by reason */
  readonly unscored: UnscoredByReason;
  promptTokens: number;
  completionTokens: number;
  /** answers for which the provider reported token counts */
  withUsage: number;
  /** answers whose server reported impossible token counts */
  wrongCounts: number;
  /** answers whose reply names another model than the one that was identified */
  otherModels: number;
  /** of each request in its order: what the provider reports, else what the model's tokenizer counts, else null */
  readonly tokens: RequestTokens;
  /** of the judges' answers, which `tokens` does not include */
  readonly judgeTokens: ReturnType<typeof judgeTokens>;
  /** by the number of the request: the parts of its reply that HELM drops */
  readonly lost: Map<number, LostParts>;
  /** deployments whose answers another job must produce */
  readonly pending: Set<string>;
}

/**
 * Asks every request and judges each answer at once. It keeps no answer in memory, because each is stored before it
 * counts. Requests that this worker cannot ask stay pending, and the others go on.
 */
export async function answerAll(options: {
  readonly states: Iterable<RequestState>;
  readonly candidate: OpenDeployment;
  readonly solve: Solve;
  readonly annotate: Annotate;
  /**
   * Requests that are on their way at once; each is on its way until its answer has all verdicts. It may grow, when the models have shown
   * that they answer.
   */
  readonly lanes: (counts: AnswerCounts) => number;
  readonly signal: AbortSignal;
  readonly onProgress: (counts: AnswerCounts) => void;
  /** Called with the request of this number when it has its answer and verdicts, which are stored. */
  readonly onAnswered: (index: number, answered: AnsweredState) => void;
  /** Called at the first failure, before answerAll waits for the requests that were sent. */
  readonly onFailure: (error: Error) => void;
  /** How records name an instance. */
  readonly nameOf: (state: RequestState, index: number) => string;
  readonly log: Log;
  readonly span: OpenSpan;
}): Promise<AnswerCounts> {
  const failures: FailureCounts = new Map();
  const unscored = unscoredByReason();
  const counts: AnswerCounts = {
    requests: 0,
    answered: 0,
    failed: 0,
    failures,
    reused: 0,
    verdictsAsked: 0,
    verdictsScored: 0,
    unscored,
    promptTokens: 0,
    completionTokens: 0,
    withUsage: 0,
    wrongCounts: 0,
    otherModels: 0,
    tokens: requestTokens(),
    judgeTokens: judgeTokens(),
    lost: new Map(),
    pending: new Set(),
  };
  const orPending = async <T>(asking: Promise<T>): Promise<T | undefined> => {
    try {
      return await asking;
    } catch (error) {
      if (!(error instanceof PendingAnswers)) throw error;
      for (const deployment of error.deployments) counts.pending.add(deployment);
      return undefined;
    }
  };
  const addVerdicts = (judged: Annotated, span: OpenSpan): void => {
    if (judged.asked > 0) span.end({ fields: { asked: judged.asked } });
    counts.verdictsAsked += judged.asked;
    counts.verdictsScored += judged.asked - judged.unscored.length;
    for (const verdict of judged.unscored) unscored.add(verdict);
    for (const one of judged.usage) counts.judgeTokens.add(one);
  };
  const turn = turns(REQUESTS_A_TURN); // stored answers of a local store are read without waiting
  let requests = 0;
  const answer = async (state: RequestState): Promise<void> => {
    const index = requests++;
    options.signal.throwIfAborted();
    const turning = turn();
    if (turning !== undefined) await turning;
    const instance = options.nameOf(state, index);
    const asking = options.span.child("request", { instance });
    const solved = await orPending(options.solve(state, options.signal));
    if (solved === undefined) return;
    const { outcome } = solved;
    asking.end(endOf(outcome));
    const judging = options.span.child("verdicts", { instance });
    const answered = addSolved(state, solved);
    const judged = await orPending(options.annotate(answered, options.signal));
    counts.requests++;
    if (judged !== undefined) addVerdicts(judged, judging);
    let tokens: TokenUsage = {};
    if (outcome.kind === "failure") {
      counts.failed++;
      const { reason, httpStatus } = outcome.failure;
      options.log("info", "request failed", { instance, reason, httpStatus, attempts: outcome.attempts });
      addFailure(failures, outcome.failure);
    } else {
      addAnswer(counts, index, outcome);
      counts.otherModels += Number(namesOther(outcome, options.candidate));
      tokens = tokensOf(state.request, outcome, options.candidate);
      counts.tokens.set(index, tokens);
    }
    if (judged !== undefined)
      options.onAnswered(index, { state: addAnnotations(answered, judged), tokens, lost: counts.lost.get(index) });
    options.onProgress(counts);
  };
  const answerOrStop = async (state: RequestState): Promise<void> => {
    try {
      await answer(state);
    } catch (error) {
      if (error instanceof Error) options.onFailure(error);
      throw error;
    }
  };
  await workBounded(options.states, () => options.lanes(counts), answerOrStop);
  return counts;
}

/** A server that changes its model during a run names another one than in its reply to the canary request. */
function namesOther({ server }: Outcome & { readonly kind: "answer" }, { identified }: OpenDeployment): boolean {
  const reported = identified?.model.reported;
  return reported !== undefined && server?.model !== undefined && server.model !== reported;
}

/** How a request's span ends. */
function endOf(outcome: Outcome): Parameters<OpenSpan["end"]>[0] {
  if (outcome.kind === "failure") return { isFailed: true, fields: { reason: outcome.failure.reason } };
  const { promptTokens, completionTokens } = outcome.usage;
  return { fields: { isStored: outcome.fromCache, promptTokens, completionTokens } };
}

function addAnswer(counts: AnswerCounts, index: number, outcome: Outcome & { readonly kind: "answer" }): void {
  counts.answered++;
  if (outcome.fromCache) counts.reused++;
  const { promptTokens, completionTokens } = outcome.usage;
  if (promptTokens !== undefined || completionTokens !== undefined) counts.withUsage++;
  counts.promptTokens += promptTokens ?? 0;
  counts.completionTokens += completionTokens ?? 0;
  counts.wrongCounts += Number(outcome.server?.hasWrongCounts === true);
  if (outcome.server?.lost !== undefined) counts.lost.set(index, outcome.server.lost);
}

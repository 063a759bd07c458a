import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { helmJson, writeScenarioState } from "@medhelm/core/helm/write-json";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { REQUESTS_A_TURN, turns } from "@medhelm/core/run/turns";
import { planWording } from "@medhelm/core/run/spec/wording";
import { mainRange } from "@medhelm/core/run/spec/main-range";
import type { LostParts } from "@medhelm/core/ports";
import type { Assembly } from "@medhelm/core/run/assembly";
import { tokensMicroUsd, toUsd } from "@medhelm/core/money/micro-usd";
import { hashing } from "../../aggregate/content-hash.ts";
import type { EarlyScores } from "../../aggregate/early-scores.ts";
import { addAnnotations, type OpenJury } from "../answers/annotate.ts";
import type { AnsweredStates } from "../answers/answered-states.ts";
import type { AnswerCounts } from "../answers/answer-all.ts";
import type { AttemptFiles } from "./attempt-files.ts";
import { mapBounded, streamBounded } from "../../concurrency/map-bounded.ts";
import type { OpenDeployment, WorkerPorts, WorkRequest } from "../ports.ts";
import type { Prepared } from "../prepare.ts";
import { addSolved, type Solve } from "../answers/solver.ts";

interface Work {
  /** the folder of this attempt */
  readonly folder: string;
  /** how many there are */
  readonly requests: number;
  /** Returns the key of a file in it. */
  readonly keyOf: (file: string) => string;
  readonly prepared: Prepared;
  readonly candidate: OpenDeployment;
  readonly jury: OpenJury;
  readonly solve: Solve;
  /** Yields all requests, without results. */
  readonly states: () => Iterable<RequestState>;
  /** Waits for a request with its answer, by its number. Absent: all are answered, and the stored answers are read. */
  readonly take: AnsweredStates["take"] | undefined;
  readonly signal: AbortSignal;
}

/** The part of the work that is known when all requests are answered. */
export interface Answered {
  readonly counts: AnswerCounts;
  /** the requests to candidate and judges that failed for a temporary reason */
  readonly transient: number;
}

export interface Assembling {
  /**
   * Writes the files. scenario_state.json is complete last, because that file starts the aggregation.
   * @returns the hashes of the files
   */
  finish(answered: Answered): Promise<AttemptFiles>;
  /** Removes what is written of scenario_state.json, unless it is complete. */
  stop(): Promise<void>;
}

/**
 * Writes HELM's run files in request order from the stored outcomes, into the folder of this attempt. It begins with
 * scenario_state.json while requests are still asked.
 */
export function startAssembly(ports: WorkerPorts, request: WorkRequest, work: Work): Assembling {
  const { runSpec, benchmark } = request.plan;
  const { keyOf } = work;
  const others = Promise.withResolvers<void>();
  const scores = openScores(request, work);
  const states = completed(request, work, scores);
  const text = writeScenarioState(runSpec.adapter_spec, states, runSpec.annotators);
  const { chunks, digest } = hashing(endingAfter(scores === undefined ? text : alsoTo(scores, text), others.promise));
  const putting = ports.objects.put(keyOf("scenario_state.json"), chunks);
  putting.catch(() => undefined); // thrown by `finish`
  others.promise.catch(() => undefined);
  const stop = async (reason: unknown): Promise<void> => {
    others.reject(reason);
    await putting.catch(() => undefined);
    await scores?.stop();
  };
  return {
    async finish(answered) {
      const small = {
        "run_spec.json": helmJson(runSpec),
        "scenario.json": helmJson(benchmark.scenario),
        "assembly.json": JSON.stringify(assembly(ports, request, { ...work, ...answered })),
      };
      try {
        await mapBounded(Object.entries(small), 3, ([file, content]) => ports.objects.put(keyOf(file), content));
      } catch (error) {
        await stop(error);
        throw error;
      }
      others.resolve();
      await putting;
      const stateSha256 = digest();
      scores?.end(stateSha256);
      const ofSmall = Object.entries(small).map(([file, content]) => [file, sha256Hex(content)]);
      return { ...Object.fromEntries(ofSmall), "scenario_state.json": stateSha256 };
    },
    stop: () => stop(new Error("the assembly of this run was stopped")),
  };
}

/** An encoder scores after all requests are answered, so a run with one is scored then. */
function openScores(request: WorkRequest, work: Work): EarlyScores | undefined {
  const { plan, scoresEarly } = request;
  if (work.take === undefined || work.prepared.encoder !== undefined) return undefined;
  const head = { ...headOf(request, work), judges: work.jury.judges };
  return scoresEarly?.({ runSpec: plan.runSpec, assembly: head, folder: work.folder, requests: work.requests });
}

/** Passes the chunks through, and gives each to the scores. */
async function* alsoTo(scores: EarlyScores, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  for await (const chunk of chunks) {
    const waiting = scores.write(chunk);
    if (waiting !== undefined) await waiting;
    yield chunk;
  }
}

/** Holds the last chunk back until `before`. */
async function* endingAfter(
  chunks: AsyncIterable<Uint8Array>,
  before: Promise<void>,
): AsyncGenerator<Uint8Array, undefined> {
  let held: Uint8Array | undefined;
  for await (const chunk of chunks) {
    if (held !== undefined) yield held;
    held = chunk;
  }
  await before;
  if (held !== undefined) yield held;
}

function completed(
  request: Pick<WorkRequest, "concurrency">,
  { states, take, solve, jury, signal }: Pick<Work, "states" | "take" | "solve" | "jury" | "signal">,
  scores: EarlyScores | undefined,
): AsyncIterable<RequestState> {
  return take === undefined ? fromStore(request, { states, solve, jury, signal }) : inOrder({ take, signal }, scores);
}

async function* inOrder(
  { take, signal }: Pick<AnsweredStates, "take"> & Pick<Work, "signal">,
  scores: EarlyScores | undefined,
): AsyncGenerator<RequestState, undefined> {
  const turn = turns(REQUESTS_A_TURN);
  const kept = keptParts();
  for (let index = 0; ; index++) {
    const answered = await take(index);
    if (answered === undefined) return;
    signal.throwIfAborted();
    const { state, tokens, lost } = answered;
    scores?.add({ tokens, lost: kept(lost) });
    yield state;
    const turning = turn();
    if (turning !== undefined) await turning;
  }
}

/** Reads ahead, because one stored answer after another would cost a machine with GPUs 20 ms each. */
function fromStore(
  { concurrency }: Pick<WorkRequest, "concurrency">,
  { states, solve, jury, signal }: Pick<Work, "states" | "solve" | "jury" | "signal">,
): AsyncIterable<RequestState> {
  const turn = turns(REQUESTS_A_TURN);
  return streamBounded(states(), concurrency, async (state) => {
    signal.throwIfAborted();
    await turn();
    const solved = addSolved(state, await solve(state, signal));
    return addAnnotations(solved, await jury.annotate(solved, signal));
  });
}

/** The part that is known before the first answer. */
function headOf(
  { plan: { runSpec, benchmark }, suite }: WorkRequest,
  { prepared, candidate }: Pick<Work, "prepared" | "candidate">,
) {
  const { card } = benchmark;
  const range = mainRange(card.mainMetric, benchmark.rubrics);
  return {
    suite,
    run: runSpec.name,
    benchmark: card.name,
    model: runSpec.adapter_spec.model,
    modelDeployment: runSpec.adapter_spec.model_deployment,
    access: card.access,
    mainMetric: card.mainMetric,
    mainSplit: card.mainSplit,
    ...(range === undefined ? {} : { mainRange: range }),
    ...(card.cluster === undefined ? {} : { cluster: card.cluster }),
    ...(card.stratum === undefined ? {} : { stratum: card.stratum }),
    ...(candidate.tokenizer === undefined ? {} : { tokenizer: candidate.tokenizer }),
    ...(prepared.groups === undefined ? {} : { groups: prepared.groups }),
  };
}

function assembly(
  ports: WorkerPorts,
  request: WorkRequest,
  work: Pick<Work, "prepared" | "candidate" | "jury"> & Answered,
): Assembly {
  const { runSpec, benchmark } = request.plan;
  const { card } = benchmark;
  const { identity, dataset } = work.prepared;
  const { requests, answered, failed, verdictsAsked, verdictsScored } = work.counts;
  return {
    formatVersion: 1,
    ...headOf(request, work),
    generation: identity.generation,
    runKey: identity.runKey,
    category: card.category,
    subcategory: card.subcategory,
    dataset,
    ...planWording(request.plan, request.prompts),
    ...(runSpec.annotators === undefined ? {} : { protocol: request.protocol }),
    judges: work.jury.judges.map((judge, i) => ({
      ...judge,
      ...work.counts.judgeTokens.of(i, work.jury.priceOf(judge.modelDeployment)),
    })),
    ...(identity.models === undefined ? {} : { models: identity.models }),
    candidateIsBaseline: work.candidate.isBuiltin,
    coverage: {
      instances: work.prepared.instances,
      requests,
      answered,
      failed,
      verdictsAsked,
      verdictsScored,
      ...(work.transient === 0 ? {} : { transient: work.transient }),
    },
    ...spent(work.counts, work.candidate),
    ...(work.counts.wrongCounts === 0 ? {} : { wrongCounts: work.counts.wrongCounts }),
    ...(work.counts.otherModels === 0 ? {} : { otherModels: work.counts.otherModels }),
    requestTokens: work.counts.tokens.lists(),
    ...lostPartsOf(work.counts),
    code: { version: ports.version },
    execution: {
      startedAt: identity.startedAt,
      finishedAt: new Date(ports.clock.nowMs()).toISOString(),
      attempts: identity.attempts,
      host: ports.holder.host,
    },
  };
}

/** Tokens and cost of the candidate's answers, new or reused; judges are not included. */
function spent({ withUsage, promptTokens, completionTokens }: AnswerCounts, { price }: OpenDeployment) {
  if (withUsage === 0) return {};
  const tokens = { prompt: promptTokens, completion: completionTokens };
  if (price === undefined) return { tokens };
  const costUsd = toUsd(tokensMicroUsd(price, { promptTokens, completionTokens }));
  return { tokens, costUsd, ...(price.asOf === undefined ? {} : { priceAsOf: price.asOf }) };
}

/** The pages need no more thinking than this of one run, which is read into memory. */
const MAX_THINKING_CHARS = 64 * 2 ** 20;

/** Limits the thinking of a run. Call the function for each request in order. */
function keptParts(): (lost: LostParts | undefined) => LostParts | null {
  let chars = 0;
  return (lost) => {
    if (lost === undefined) return null;
    const { thinking, ...others } = lost;
    chars += thinking?.length ?? 0;
    return thinking === undefined || chars > MAX_THINKING_CHARS ? others : { ...others, thinking };
  };
}

function lostPartsOf({ lost, requests }: AnswerCounts): Pick<Assembly, "lostParts"> {
  if (lost.size === 0) return {};
  const kept = keptParts();
  return { lostParts: Array.from({ length: requests }, (_, i) => kept(lost.get(i))) };
}

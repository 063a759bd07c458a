import type { ObjectSpec, RunSpec } from "@medhelm/core/helm/run-spec";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { type JudgeSpec, judgesOf } from "@medhelm/core/judge/jury-spec";
import { juryReader } from "@medhelm/core/judge/rubric";
import { type Annotator, medhelmAnnotationName } from "@medhelm/core/run/annotator";
import { PendingAnswers } from "@medhelm/core/run/asking/pending";
import type { SqlGuard } from "@medhelm/core/run/sql-guard";
import { UserError } from "@medhelm/core/user-error";
import type { Price } from "@medhelm/core/models/deployment";
import type { DurableAsk } from "./durable-ask.ts";
import type { JudgeUsage } from "./judge-tokens.ts";
import type { Unscored } from "../failures/unscored-by-reason.ts";
import { type Kinship, kinship } from "../models/kinship.ts";
import type { OpenModels } from "../models/open-models.ts";
import type { OpenDeployment, WorkerPorts, WorkRequest } from "../ports.ts";

export interface Annotated {
  /** absent if the run has no annotators */
  readonly annotations?: Record<string, unknown>;
  readonly asked: number;
  /** the verdicts without a score */
  readonly unscored: readonly Unscored[];
  /** the tokens of each answer of a judge */
  readonly usage: readonly JudgeUsage[];
}

/** Adds the annotations to an answered request. */
export function addAnnotations(solved: RequestState, { annotations }: Annotated): RequestState {
  return annotations === undefined ? solved : { ...solved, annotations: { ...solved.annotations, ...annotations } };
}

/**
 * Runs all annotators over one answered request, in HELM's order. The judges of one jury are asked concurrently.
 * @throws PendingAnswers after everything that this worker can ask has been asked
 */
export type Annotate = (state: RequestState, signal: AbortSignal) => Promise<Annotated>;

/** The opened judges and annotators of one run. */
export interface OpenJury {
  readonly annotate: Annotate;
  /** Stops the programs that the annotators started. */
  close(): Promise<void>;
  readonly judges: readonly (JudgeSpec & Kinship & { readonly standIn: boolean })[];
  /** Returns the price of a deployment that judges. */
  priceOf(deployment: string): Price | undefined;
}

/** Opens the annotators that are programs, and the jury of opened judges. */
export async function openJury(
  ports: WorkerPorts,
  request: WorkRequest,
  { ask, candidate, judges: open }: OpenModels & { readonly ask: DurableAsk },
): Promise<OpenJury> {
  const { runSpec, benchmark } = request.plan;
  const specs = runSpec.annotators ?? [];
  if (specs.length === 0)
    return {
      annotate: async () => ({ asked: 0, unscored: [], usage: [] }),
      close: async () => undefined,
      judges: [],
      priceOf: () => undefined,
    };
  const judges = specs.flatMap((spec) => judgesOf(spec).map((judge) => ({ ...judge, spec })));
  const deployment = (name: string): OpenDeployment => {
    const found = open.get(name);
    if (found === undefined) throw new Error(`judge deployment ${name} was not opened`);
    return found;
  };
  const { judgeAnswer } = await import("@medhelm/core/judge/jury"); // the readers of verdicts are a tenth of the code of a run
  const readJury = juryReader(benchmark.rubrics);
  const programs = await openAnnotators(ports, runSpec);
  const annotate: Annotate = async (state, signal) => {
    const annotations: Record<string, unknown> = {};
    const verdicts: Record<string, unknown> = {};
    const pending: string[] = [];
    let asked = 0;
    const unscored: Unscored[] = [];
    const usage: JudgeUsage[] = [];
    for (const annotatorSpec of specs) {
      const program = programs.get(annotatorSpec);
      if (program !== undefined) {
        const { annotation, details } = await program.annotate(state, { signal });
        annotations[program.name] = annotation;
        if (details !== undefined) annotations[medhelmAnnotationName(program.name)] = details;
        continue;
      }
      const judging = judgeAnswer({
        annotatorSpec,
        state,
        protocol: request.protocol,
        readJury,
        takesSchema: (judge) => deployment(judge.modelDeployment).structuredOutput === true,
        ask: async (judge, judgeRequest) => {
          const outcome = await ask(deployment(judge.modelDeployment), judgeRequest, signal);
          const position = judges.findIndex(({ spec, name }) => spec === annotatorSpec && name === judge.name);
          if (outcome.kind === "answer") usage.push({ judge: position, usage: outcome.usage });
          return outcome;
        },
      });
      const judged = await orPending(judging);
      if (judged instanceof PendingAnswers) {
        pending.push(...judged.deployments); // the other juries are still asked
        continue;
      }
      annotations[judged.name] = judged.annotation;
      verdicts[judged.name] = judged.verdicts;
      asked += judged.verdicts.length;
      unscored.push(...judged.verdicts.filter((verdict) => verdict.kind === "unscored"));
    }
    if (pending.length > 0) throw new PendingAnswers(pending);
    // HELM reads the names of its own annotators only, so it ignores ours (docs/formats.md)
    if (programs.size < specs.length) annotations["medhelm_verdicts"] = verdicts;
    return { annotations, asked, unscored, usage };
  };
  return {
    annotate,
    close: async () => {
      for (const program of programs.values()) await program.close?.();
    },
    priceOf: (name) => deployment(name).price,
    judges: judges.map(({ spec: _spec, ...judge }) => ({
      ...judge,
      standIn: deployment(judge.modelDeployment).isBuiltin,
      ...kinship({ ...candidate, model: runSpec.adapter_spec.model }, judge, deployment(judge.modelDeployment)),
    })),
  };
}

const orPending = <T>(asking: Promise<T>): Promise<T | PendingAnswers> =>
  asking.catch((error: unknown) => {
    if (error instanceof PendingAnswers) return error;
    throw error;
  });

/** Opens the annotators that are programs; juries are opened separately. */
async function openAnnotators(ports: WorkerPorts, runSpec: RunSpec): Promise<ReadonlyMap<ObjectSpec, Annotator>> {
  const open = new Map<ObjectSpec, Annotator>();
  for (const spec of runSpec.annotators ?? []) {
    const factory = await ports.annotators?.(spec, runSpec);
    if (factory !== undefined) open.set(spec, await factory(spec, { data: ports.data, sql: ports.sql ?? noSql }));
  }
  return open;
}

const noSql: SqlGuard = {
  open: () => {
    throw new UserError("this service does not run SQL that a model wrote: run this benchmark with medhelm run");
  },
};

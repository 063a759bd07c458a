import { answerScope } from "@medhelm/core/run/asking/answer-scope";
import { withoutSecrets } from "@medhelm/core/models/credentials";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "@medhelm/core/agents/environment";
import { solveBySteps } from "@medhelm/core/agents/solve-by-steps";
import type { Request, RequestState } from "@medhelm/core/helm/scenario-state";
import type { Deployment } from "@medhelm/core/models/deployment";
import type { ModelClient, ObjectStore } from "@medhelm/core/ports";
import { StoredAnswer } from "@medhelm/core/run/asking/answers";
import { answerOutcome, type Outcome } from "@medhelm/core/run/asking/ask";
import type { RunPlan } from "@medhelm/core/run/spec/expand";
import { Identity } from "@medhelm/core/run/identity";
import type { Protocol } from "@medhelm/core/run/profile";
import { keyOfRequest } from "@medhelm/core/run/asking/request-key";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import { jsonOrUndefined } from "@medhelm/core/text/json-or-undefined";
import { UserError } from "@medhelm/core/user-error";
import { Segment } from "@medhelm/service/pools/answer-segments";
import { placeId, type SegmentPlace, segmentsFor } from "@medhelm/service/pools/segment-place";
import { asIdentified } from "@medhelm/service/work/models/identified-deployment";
import type { z } from "zod";
import type { Models } from "../models/load-models.ts";
import { PRIVATE_FOLDER } from "../places/private-folder.ts";

export interface StoredOptions {
  readonly outputPath: string;
  readonly suite: string;
  readonly protocol: Protocol;
  readonly fresh: boolean;
  readonly disableCache: boolean;
}

/** Returns those of the sampled requests that a run would send, because their answers are not stored. */
export type WithoutStored = (plan: RunPlan, sample: readonly RequestState[]) => Promise<readonly RequestState[]>;

/** Looks for the answers that a run would use. It sends nothing, and opens the file of answers for reading only. */
export async function withoutStored(
  objects: ObjectStore,
  models: Pick<Models, "describe" | "connect">,
  { outputPath, suite, protocol, fresh, disableCache }: StoredOptions,
): Promise<WithoutStored> {
  const cached = await openAnswers(join(outputPath, PRIVATE_FOLDER, "answers.sqlite"));
  return async ({ runSpec, benchmark }, sample) => {
    if (fresh) return sample;
    const { model_deployment: name, model } = runSpec.adapter_spec;
    const identity = await getIfReadable(objects, keys.identity(suite, runSpec.name), Identity);
    const described = await models.describe(name, model, "candidate").catch(noneIfRefused);
    if (described === undefined) return sample;
    const answering = identity?.models?.[name];
    const scope = answerScope(benchmark.card.access, "local");
    let left = sample;
    for (const variant of asNamed(described, answering?.reported)) {
      const deployment = asIdentified(variant, answering, protocol);
      // the key of a request does not depend on the secrets
      const connected: ModelClient | undefined = await models.connect(withoutSecrets(deployment)).catch(noneIfRefused);
      if (connected === undefined) return sample;
      const storedFor = async (request: Request): Promise<Outcome> => {
        const key = keyOfRequest({ deployment, client: connected }, request, { fresh: identity?.fresh });
        const stored = disableCache
          ? await getIfReadable(objects, keys.ownAnswer(suite, runSpec.name, key), StoredAnswer)
          : (cached.inSegments({ scope, deployment: name, benchmark: benchmark.card.name }, key) ??
            cached.alone(keys.answer(scope, key)));
        return stored === undefined ? notStored(key) : answerOutcome(stored, key, true);
      };
      const notFound: RequestState[] = [];
      for (const state of left)
        if ((await outcomeOf(benchmark.agent, state, storedFor)).kind === "failure") notFound.push(state);
      left = notFound;
    }
    return left;
  };
}

/** A run asks the server for the name of its model, which a plan does not. The run's record has the name that the server reported. */
function asNamed(described: Deployment, reported: string | undefined): readonly Deployment[] {
  const { client } = described;
  if (reported === undefined || client.kind === "builtin" || client.modelSent === reported) return [described];
  return [described, { ...described, client: { ...client, modelSent: reported } }];
}

function noneIfRefused(error: unknown): undefined {
  if (!(error instanceof UserError)) throw error;
  return undefined;
}

/** An agent's task is played again from the stored steps, unless they need a server, which a plan does not ask. */
const outcomeOf = async (
  agent: Agent | undefined,
  state: RequestState,
  ask: (request: Request) => Promise<Outcome>,
): Promise<Outcome> => {
  if (agent === undefined) return ask(state.request);
  if (agent.readsFhir === true) return notStored("");
  return (await solveBySteps(agent, state, { ask, tokensOf: (_, { usage }) => usage })).outcome;
};

const notStored = (requestKey: string): Outcome => ({
  kind: "failure",
  failure: { reason: "connection", message: "no stored answer", isRetriable: true },
  attempts: 0,
  requestKey,
});

/** Reads the file of answers; undefined for an absent or damaged answer. */
interface AnswersFile {
  /** An answer that is an object of its own. */
  alone(key: string): StoredAnswer | undefined;
  /** An answer in the segments of a pool. */
  inSegments(place: SegmentPlace, requestKey: string): StoredAnswer | undefined;
}

const noAnswers: AnswersFile = { alone: () => undefined, inSegments: () => undefined };

async function openAnswers(file: string): Promise<AnswersFile> {
  if (!existsSync(file)) return noAnswers;
  const { DatabaseSync } = await import("node:sqlite");
  try {
    const db = new DatabaseSync(file, { readOnly: true });
    const object = db.prepare("SELECT body FROM objects WHERE key = ?");
    const stored = db.prepare("SELECT key, body FROM objects WHERE key > ? AND key < ? || char(1114111) ORDER BY key");
    const segments = new Map<string, ReadonlyMap<string, StoredAnswer>>();
    const readSegments = (place: SegmentPlace): ReadonlyMap<string, StoredAnswer> => {
      const { below, mayAnswer } = segmentsFor(place);
      const answers = new Map<string, StoredAnswer>();
      // the first segment with an answer counts
      for (const { key, body } of stored.iterate(below, below)) {
        const segment = mayAnswer(String(key)) ? parsed(body, Segment) : undefined;
        for (const [requestKey, answer] of Object.entries(segment?.answers ?? {}))
          if (!answers.has(requestKey)) answers.set(requestKey, answer);
      }
      segments.set(placeId(place), answers);
      return answers;
    };
    return {
      alone: (key) => parsed(object.get(key)?.["body"], StoredAnswer),
      inSegments: (place, requestKey) => (segments.get(placeId(place)) ?? readSegments(place)).get(requestKey),
    };
  } catch {
    return noAnswers; // a damaged file: the run names it
  }
}

function parsed<T>(body: unknown, schema: z.ZodType<T>): T | undefined {
  if (!(body instanceof Uint8Array)) return undefined;
  return schema.safeParse(jsonOrUndefined(new TextDecoder().decode(body))).data;
}

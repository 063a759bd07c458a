import { z } from "zod";
import { StoredStep } from "../reading/stored-step.ts";

/** One request to one judge. `reply` is its exact text. It has no request key, which would include the endpoint and make equal results differ. */
export const JudgeAttempt = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("reply"),
    reply: z.string(),
    /** how profile corrected read it; absent in older runs */
    steps: z.array(StoredStep).optional(),
  }),
  z.object({ kind: z.literal("failure"), reason: z.string(), message: z.string() }),
]);
export type JudgeAttempt = z.infer<typeof JudgeAttempt>;

const common = {
  judge: z.string(),
  model: z.string(),
  modelDeployment: z.string(),
  /** the judge is built in and not a language model */
  standIn: z.boolean(),
  protocol: z.enum(["helm", "fenced"]),
  /** in order: the first request, then at most one repeat; profile helm uses only the first */
  attempts: z.array(JudgeAttempt),
};

/**
 * annotations["medhelm_verdicts"][<annotator's name>]: one verdict for each judge, in the order of the annotator's models. Profile
 * `corrected` and the site's pages use them; HELM ignores this key.
 */
export const Verdict = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("scored"),
    ...common,
    scores: z.record(z.string(), z.object({ score: z.number(), explanation: z.string() })),
    /** the reply was not clean JSON, or needed a second request */
    isRepaired: z.boolean(),
  }),
  z.object({
    kind: z.literal("unscored"),
    ...common,
    reason: z.enum(["judge_failed", "unreadable_reply"]),
    message: z.string(),
  }),
]);
export type Verdict = z.infer<typeof Verdict>;

export const Verdicts = z.record(z.string(), z.array(Verdict));
export type Verdicts = z.infer<typeof Verdicts>;

/** Name of our annotation, in addition to HELM's. */
export const VERDICTS = "medhelm_verdicts";

/** Our verdicts in the annotations of a request; undefined if it has none. */
export function verdictsIn(annotations: Readonly<Record<string, unknown>> | undefined): Verdicts | undefined {
  const found = annotations?.[VERDICTS];
  return found === undefined ? undefined : Verdicts.safeParse(found).data; // a schema takes its time to refuse nothing
}

/** Deployments under judge/ run in this process and compare words. Every page and file labels them. */
export const isStandInJudge = (modelDeployment: string): boolean => modelDeployment.startsWith("judge/");

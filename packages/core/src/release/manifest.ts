import { z } from "zod";
import { Access, Protocol } from "../run/profile.ts";
import { Cluster, Stratum } from "../scoring/row-groups.ts";

/**
 * runs/<suite>/<run>/manifest.json: the seal of a run, put last. What `execution` holds varies from one execution to the
 * next and is outside `contentSha256`; so are the fields of helm/volatile.ts in the files.
 */
export const Coverage = z.object({
  instances: z.int(),
  requests: z.int(),
  answered: z.int(),
  /** requests without an answer after the last retry */
  failed: z.int(),
  /** verdicts asked for and those with a score; 0 of 0 without a jury */
  verdictsAsked: z.int(),
  verdictsScored: z.int(),
});

export const Manifest = z.object({
  formatVersion: z.literal(1),
  suite: z.string(),
  run: z.string(),
  generation: z.int(),
  runKey: z.string(),
  benchmark: z.string(),
  model: z.string(),
  modelDeployment: z.string(),
  access: Access,
  category: z.string(),
  subcategory: z.string(),
  mainMetric: z.string(),
  mainSplit: z.string(),
  /** how rows of scores.json belong together; absent in runs of before it was told */
  cluster: Cluster.exactOptional(),
  stratum: Stratum.exactOptional(),
  /** over all files below, volatile fields aside: equal for two executions that agree */
  contentSha256: z.string(),
  /** sha256 of each file's bytes, by its path inside the run folder */
  files: z.record(z.string(), z.string()),
  dataset: z.object({ sha256: z.string(), sources: z.array(z.object({ label: z.string(), sha256: z.string() })) }),
  /** "own <version>", "helm <sha256>" or "custom <sha256>" */
  prompts: z.string(),
  protocol: Protocol.optional(),
  judges: z.array(
    z.object({
      name: z.string(),
      model: z.string(),
      modelDeployment: z.string(),
      standIn: z.boolean(),
      /** of the candidate's creator or model family: judges favour their own */
      sameFamily: z.boolean().exactOptional(),
      /** answers that it was asked about, and those that it gave a score; absent in runs of before this was counted */
      asked: z.int().exactOptional(),
      scored: z.int().exactOptional(),
    }),
  ),
  /** annotation -> "own <sha256>", "helm <sha256>" or "custom <sha256>" of the template that its judges were asked with */
  judgePrompts: z.record(z.string(), z.string()).exactOptional(),
  /** labelled wherever the model is named: a baseline is no language model */
  candidateIsBaseline: z.boolean(),
  coverage: Coverage,
  /** absent where the provider reports none for any answer */
  tokens: z.object({ prompt: z.int(), completion: z.int() }).optional(),
  /** of the candidate's answers, by the deployment's price; absent where it has none */
  costUsd: z.number().optional(),
  /** HELM's name of the tokenizer that counted prompt tokens; absent: none, which HELM counts as 1 */
  tokenizer: z.string().optional(),
  /** metrics that could not be computed, with the reason */
  absentMetrics: z.record(z.string(), z.string()),
  code: z.object({ version: z.string() }),
  execution: z.object({ startedAt: z.string(), finishedAt: z.string(), attempts: z.int(), host: z.string() }),
});
export type Manifest = z.infer<typeof Manifest>;

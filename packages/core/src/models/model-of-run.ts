import { z } from "zod";

/** A model, as its server identifies it. */
export const Served = z.object({
  /** The server's id of the model. */
  reported: z.string().exactOptional(),
  /** Ollama's digest, or the name of vLLM's folder. */
  weights: z.string().exactOptional(),
  /** OpenAI's system_fingerprint of a server that keeps it between replies; it decides at servers that are not a provider's. */
  fingerprint: z.string().exactOptional(),
  /** Whether its reply to the canary had thinking. It never changes, because the limit of all requests follows from it. */
  thinks: z.boolean().exactOptional(),
  /** A part of the request keys. Absent for the first model of a deployment, so that older answers stay in use. */
  revision: z.string().exactOptional(),
});
export type Served = z.infer<typeof Served>;

/** The model that answers under the name of one deployment of a run. It is known before the first request of the benchmark. */
export const ModelOfRun = Served.extend({
  /** Tokens for thinking that each request has in addition to max_tokens. */
  reasoningAllowance: z.int().exactOptional(),
  /** The hash of the headers and fields that its entry in model_deployments.yaml adds to every request. */
  requests: z.string().exactOptional(),
});
export type ModelOfRun = z.infer<typeof ModelOfRun>;

/** E.g. "llama3.2 (weights sha256:1234)". */
export function servedName({ reported, weights }: Pick<Served, "reported" | "weights">): string {
  if (weights === undefined) return reported ?? "a model without a name";
  return `${reported ?? "a model without a name"} (weights ${shortWeights(weights)})`;
}

/** A digest's first 12 digits, as Ollama shows it; a folder's name stays. */
const shortWeights = (weights: string): string =>
  /^(?:sha256:)?[0-9a-f]{64}$/.test(weights) ? weights.replace("sha256:", "").slice(0, 12) : weights;

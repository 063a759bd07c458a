import { isSameFamily } from "@medhelm/core/judge/same-family";
import { listsModel } from "@medhelm/core/models/model-name";
import type { Manifest } from "@medhelm/core/release/manifest";
import type { OpenDeployment } from "./ports.ts";

/** How a judge is related to the candidate, by what answered and not by names alone. */
export type Kinship = Pick<Manifest["judges"][number], "answeredBy" | "isCandidate"> & { readonly sameFamily: boolean };

interface Named {
  readonly model: string;
  readonly served?: OpenDeployment["served"] | undefined;
}

/** Compares the models that the requests name, and the servers. */
export function kinship(
  candidate: Named,
  judge: { readonly model: string; readonly modelDeployment: string },
  { served }: Pick<OpenDeployment, "served">,
): Kinship {
  const isCandidate =
    served !== undefined && served.model === candidate.served?.model && served.baseUrl === candidate.served.baseUrl;
  const names = [judge.model, ...(served === undefined ? [] : [served.model])];
  const others = [candidate.model, ...(candidate.served === undefined ? [] : [candidate.served.model])];
  const isAnother = served !== undefined && !listsModel([judge.model, judge.modelDeployment], [served.model]);
  return {
    sameFamily: isCandidate || names.some((name) => others.some((other) => isSameFamily(other, name))),
    ...(isAnother ? { answeredBy: served.model } : {}),
    ...(isCandidate ? { isCandidate } : {}),
  };
}

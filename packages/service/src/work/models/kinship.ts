import { isSameFamily } from "@medhelm/core/judge/same-family";
import { isSameServer } from "@medhelm/core/models/deployment";
import { listsModel } from "@medhelm/core/models/model-name";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import type { OpenDeployment } from "../ports.ts";

/** How a judge is related to the candidate, by what answered and not by names alone. */
export type Kinship = Pick<Manifest["judges"][number], "answeredBy" | "isCandidate"> & { readonly sameFamily: boolean };

interface Named {
  readonly model: string;
  readonly served?: OpenDeployment["served"] | undefined;
  readonly identified?: OpenDeployment["identified"] | undefined;
}

/** Compares the servers, the models that the requests name, and those that the replies name. */
export function kinship(
  candidate: Named,
  judge: { readonly model: string; readonly modelDeployment: string },
  { served, identified }: Pick<OpenDeployment, "served" | "identified">,
): Kinship {
  const isAtServer =
    served !== undefined && candidate.served !== undefined && isSameServer(served.baseUrl, candidate.served.baseUrl);
  const reported = reportedBy({ identified });
  const isReported = reported !== undefined && reported === reportedBy(candidate);
  const isCandidate = isAtServer && (served.model === candidate.served?.model || isReported);
  const names = namesOf({ model: judge.model, served, identified });
  const others = namesOf(candidate);
  // a provider's reply names a version of the model, so that another name there shows nothing
  const answered = isCandidate && isReported ? [served.model, reported] : served && [served.model];
  const answeredBy = answered?.find((name) => !listsModel([judge.model, judge.modelDeployment], [name]));
  return {
    sameFamily: isCandidate || names.some((name) => others.some((other) => isSameFamily(other, name))),
    ...(answeredBy === undefined ? {} : { answeredBy }),
    ...(isCandidate ? { isCandidate } : {}),
  };
}

/** The names of a model: its own, that in the requests and that in the replies. */
const namesOf = ({ model, served, identified }: Named): string[] =>
  [model, served?.model, reportedBy({ identified })].filter((name) => name !== undefined);

/** The name that the model's server gives it. */
const reportedBy = ({ identified }: Pick<Named, "identified">): string | undefined => identified?.model.reported;

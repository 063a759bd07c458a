import { parseObjectSpec } from "@medhelm/core/helm/object-spec";
import { keys } from "@medhelm/core/store/object-keys";
import type { StoredSubmission } from "@medhelm/core/submission";

/** The keys of the uploaded files that a submission names, in its entries or by the names of files. */
export function inputsOf({ owner, request, runs }: StoredSubmission): string[] {
  const named = runs.flatMap(({ description }) => Object.values(parseObjectSpec(description).args));
  const references = named.flatMap((value) => /^input:([0-9a-f]{64})$/.exec(String(value))?.[1] ?? []);
  return [...references, ...Object.values(request.inputs ?? {})].map((sha256) => keys.input(owner, sha256));
}

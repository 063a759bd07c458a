import { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { Evidence, makeEvidence, type RunSeal } from "@medhelm/core/release/evidence";
import type { ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { parseJson } from "@medhelm/core/store/objects";
import { openRelease } from "@medhelm/core/store/release-files";
import { openRun } from "@medhelm/core/store/run-files";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { issueText } from "@medhelm/core/text/issue-text";
import { jsonOrUndefined } from "@medhelm/core/text/json-or-undefined";
import { nearNames } from "@medhelm/core/text/near-names";
import { UserError } from "@medhelm/core/user-error";
import { readUserText } from "../places/disk-files.ts";
import { openRunOfRelease, sealedRunsOf } from "../finished-runs/sealed-run.ts";

/** A release, or a suite with a summary. */
export interface EvidenceSource {
  readonly kind: "release" | "suite";
  readonly name: string;
}

/** Makes the evidence of a model from the stored files. @throws UserError for an unknown release or model */
export async function storedEvidence(
  objects: ObjectStore,
  { kind, name }: EvidenceSource,
  model: string,
): Promise<Evidence> {
  const key =
    kind === "suite"
      ? `${keys.runs(name)}leaderboard.json`
      : (await openRelease(objects, name)).keyOf("leaderboard.json");
  const stored = await objects.get(key);
  if (stored === undefined) {
    const command = kind === "suite" ? `--suite ${name}` : `--release ${name} --suites SUITE`;
    throw new UserError(`${key}: there is no such file; make it with: medhelm summarize ${command}`);
  }
  const leaderboard = parseJson(stored.body, key, Leaderboard);
  const found = leaderboard.models.find((one) => one.name === model);
  if (found === undefined) {
    const names = leaderboard.models.map((one) => one.name);
    const near = nearNames(model, names);
    throw new UserError(
      `${kind} ${name} has no model "${model}"; ${near.length > 0 ? `did you mean ${near.join(" or ")}?` : `it has ${names.join(", ")}`}`,
    );
  }
  const seals = await sealsOf(objects, { kind, name }, leaderboard, model);
  return makeEvidence({
    leaderboard,
    leaderboardSha256: sha256Hex(stored.body),
    model: found,
    sealOf: ({ suite, run }) => seals.get(`${suite}/${run}`),
  });
}

async function sealsOf(
  objects: ObjectStore,
  { kind, name }: EvidenceSource,
  { runs }: Leaderboard,
  model: string,
): Promise<ReadonlyMap<string, RunSeal>> {
  const sealed = kind === "release" ? ((await sealedRunsOf(objects, name)).runs ?? []) : [];
  const found = new Map<string, RunSeal>();
  for (const { suite, run, contentSha256 } of runs.filter((one) => one.model === model)) {
    if (contentSha256 === undefined) continue; // a folder of another tool, or a line of an imported table
    const ofRelease = sealed.find((one) => one.suite === suite && one.run === run);
    const files = ofRelease === undefined ? await openRun(objects, suite, run) : undefined;
    const manifest = files?.manifest ?? (ofRelease && (await openRunOfRelease(objects, ofRelease)).manifest);
    const manifestSha256 = files?.manifestSha256 ?? ofRelease?.manifestSha256;
    if (manifest !== undefined)
      found.set(`${suite}/${run}`, { manifest, ...(manifestSha256 === undefined ? {} : { manifestSha256 }) });
  }
  return found;
}

/** Reads an evidence file. @throws UserError if it is none */
export async function readEvidence(path: string): Promise<Evidence> {
  const value = jsonOrUndefined(await readUserText(path));
  const parsed = Evidence.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UserError(
    `${path}: it is no evidence file of medhelm evidence: ${issueText(parsed.error.issues[0])}; name one, or a run, a release or a suite`,
  );
}

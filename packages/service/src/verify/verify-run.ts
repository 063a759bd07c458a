import type { ObjectStore } from "@medhelm/core/ports";
import type { FindMetric } from "@medhelm/core/metrics/metric";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import { keys } from "@medhelm/core/store/object-keys";
import { UnreadableObject, orDamaged, storedSha256 } from "@medhelm/core/store/objects";
import { lostFromGeneration, openRun, type RunFiles, runFileKeys, WORKER_FILES } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import { deriveAgain } from "../aggregate/aggregate-run.ts";
import { DERIVED_RULES, kindOf, rulesOf } from "../aggregate/derived-rules.ts";
import { derivedFolder } from "../aggregate/derived-files.ts";
import { version } from "../version.ts";
import { damagedRecords } from "./damaged-records.ts";
import { fileDifference, firstDifference } from "./first-difference.ts";
import { recordingStore } from "./recording-store.ts";
import type { Difference, Verification } from "./verification.ts";

export interface VerifyPorts {
  readonly objects: ObjectStore;
  readonly metrics: FindMetric;
}

/**
 * Hashes all files of a sealed run, and computes stats, scores and pages again from scenario_state.json with the aggregator's code. It compares both
 * with the manifest and the files. It writes nothing.
 * @throws UserError if the run is not sealed
 */
export async function verifyRun(ports: VerifyPorts, suite: string, run: string): Promise<Verification> {
  const { objects } = ports;
  let files: RunFiles;
  try {
    files = await openRun(objects, suite, run);
  } catch (error) {
    if (!(error instanceof UnreadableObject)) throw error;
    const because = error.message;
    return {
      checked: 0,
      difference: { file: keys.manifest(suite, run), key: "", stored: undefined, recomputed: undefined, because },
      notChecked: [],
    };
  }
  const { manifest } = files;
  if (manifest === undefined) throw await notSealed(objects, suite, run);
  const hashed = await hashFiles(objects, files, manifest);
  const notChecked = hashed.missing.map((file) => `${files.keyOf(file)} is missing`);
  const lost = await lostOrDamaged(objects, files, hashed);
  if (lost !== undefined) return { checked: hashed.count, difference: lost, notChecked: [] };
  const ofWorker = hashed.damaged.find((file) => WORKER_FILES.some((name) => name === file));
  if (ofWorker !== undefined)
    return { checked: hashed.count, difference: hashDifference(files, manifest, hashed, ofWorker), notChecked };
  const again = await recompute(ports, suite, run, manifest, () => false);
  if (again === undefined) {
    const why = await whyNotRecomputed(objects, files, manifest);
    const [damaged] = hashed.damaged;
    const difference = damaged === undefined ? undefined : hashDifference(files, manifest, hashed, damaged);
    return {
      checked: hashed.count,
      ...(difference && { difference }),
      notChecked: [...notChecked, `the numbers are not computed again: ${why}`],
    };
  }
  const difference =
    (await derivedDifference(ports, { suite, run, files, manifest, hashed, again })) ??
    manifestDifference(suite, run, manifest, again.manifest) ??
    (await shownDifference(objects, suite, run, manifest, files));
  return { checked: hashed.count, ...(difference && { difference }), notChecked };
}

const damage = (file: string, because: string): Difference => ({
  file,
  key: "",
  stored: undefined,
  recomputed: undefined,
  because,
});

/** A user who passes on a run of text that is not public may leave these files out. */
const hasText = (file: string): boolean => file.startsWith("pages/") || WORKER_FILES.some((name) => name === file);

/** Finds a file that is missing in the folder of the generation, and then a damaged record there. A copied run has no such folder. */
async function lostOrDamaged(
  objects: ObjectStore,
  { manifest, copiedFrom, keyOf }: RunFiles,
  { missing: absent }: Hashed,
): Promise<Difference | undefined> {
  if (copiedFrom !== undefined) {
    const lost = await lostFromGeneration(objects, copiedFrom);
    return lost === undefined
      ? undefined
      : damage(lost, "this file of the sealed generation is missing; call medhelm repair");
  }
  if (manifest?.folder === undefined) return undefined;
  const missing = absent.find((file) => manifest.access === "public" || !hasText(file));
  if (missing !== undefined)
    return damage(keyOf(missing), "this file of the sealed run is missing; call medhelm repair");
  const [record] = await damagedRecords(objects, manifest);
  return record && damage(record.key, record.why);
}

async function notSealed(objects: ObjectStore, suite: string, run: string): Promise<UserError> {
  for await (const _ of objects.list(keys.run(suite, run)))
    return new UserError(
      `${run}: this run of suite "${suite}" has no manifest.json, so that there is no seal to compare with; medhelm score computes the stats of such a folder`,
    );
  return new UserError(`there is no run ${run} in suite "${suite}"; name a run with --suite, or a release`);
}

interface Hashed {
  readonly count: number;
  readonly missing: readonly string[];
  readonly damaged: readonly string[];
  readonly sha256: ReadonlyMap<string, string>;
}

async function hashFiles(objects: ObjectStore, { keyOf }: RunFiles, manifest: Manifest): Promise<Hashed> {
  const [missing, damaged]: [string[], string[]] = [[], []];
  const sha256 = new Map<string, string>();
  for (const [file, expected] of Object.entries(manifest.files)) {
    if ((await objects.head(keyOf(file))) === undefined) {
      missing.push(file);
      continue;
    }
    const found = await storedSha256(objects, keyOf(file));
    sha256.set(file, found);
    if (found !== expected) damaged.push(file);
  }
  return { count: sha256.size, missing, damaged, sha256 };
}

const hashDifference = (files: RunFiles, manifest: Manifest, { sha256 }: Hashed, file: string): Difference => ({
  file: files.keyOf(file),
  key: "sha256",
  stored: manifest.files[file],
  recomputed: sha256.get(file),
  because: "the bytes of the file are not those that the manifest names",
});

interface Again {
  readonly manifest: Manifest;
  readonly texts: ReadonlyMap<string, string>;
}

/** Undefined: the inputs are not all there. `keep`: whose text is kept, by its path in the run. */
async function recompute(
  { objects, metrics }: VerifyPorts,
  suite: string,
  run: string,
  { folder }: Manifest,
  keep: (file: string) => boolean,
): Promise<Again | undefined> {
  if (folder === undefined) return undefined;
  const below = keys.generationFile(suite, run, folder, `${derivedFolder(version)}/`);
  const recording = recordingStore(objects, (key) => key.startsWith(below) && keep(key.slice(below.length)));
  const manifest = await deriveAgain({ objects: recording.objects, metrics }, { suite, run, folder });
  if (manifest === undefined) return undefined;
  return { manifest, texts: new Map([...recording.texts].map(([key, text]) => [key.slice(below.length), text])) };
}

async function whyNotRecomputed(
  objects: ObjectStore,
  { copiedFrom, keyOf }: RunFiles,
  { folder, access }: Manifest,
): Promise<string> {
  if (copiedFrom !== undefined) return "this is a copy without the folder of the generation, which has assembly.json";
  if (folder === undefined)
    return "an earlier version sealed the run without assembly.json; medhelm migrate upgrades it";
  for (const file of WORKER_FILES)
    if (file !== "encoder_scores.json" && (await objects.head(keyOf(file))) === undefined)
      return `${keyOf(file)} is missing${access === "public" ? "" : ", and its text is not public"}`;
  return "files of the run are missing";
}

interface Compared {
  readonly suite: string;
  readonly run: string;
  readonly files: RunFiles;
  readonly manifest: Manifest;
  readonly hashed: Hashed;
  readonly again: Again;
}

/** The first of the aggregator's files that the inputs do not give. */
async function derivedDifference(
  ports: VerifyPorts,
  { suite, run, files, manifest, hashed, again }: Compared,
): Promise<Difference | undefined> {
  const expected = again.manifest.files;
  const names = Object.keys({ ...expected, ...manifest.files }).toSorted(byImportance);
  const file = names.find(
    (name) =>
      !hashed.missing.includes(name) &&
      (expected[name] !== manifest.files[name] || hashed.sha256.get(name) !== manifest.files[name]),
  );
  if (file === undefined) return undefined;
  const because = expected[file] === manifest.files[file] ? undefined : otherCode(manifest, file);
  const where = { file: files.keyOf(file), ...(because === undefined ? {} : { because }) };
  const stored = await ports.objects.get(files.keyOf(file)).catch(orDamaged);
  const text = (await recompute(ports, suite, run, manifest, (name) => name === file))?.texts.get(file);
  const found =
    stored === undefined || text === undefined
      ? undefined
      : fileDifference(Buffer.from(stored.body).toString("utf8"), text);
  if (found !== undefined) return { ...where, ...shownTo(manifest, found) };
  return { ...where, key: "sha256", stored: manifest.files[file], recomputed: expected[file] };
}

/** Numbers first, because a page follows from them. */
const ORDER = [
  "stats.json",
  "corrected/stats.json",
  "scores.json",
  "per_instance_stats.json",
  "corrected/per_instance_stats.json",
];
const rankOf = (file: string): number => (ORDER.includes(file) ? ORDER.indexOf(file) : ORDER.length);
const byImportance = (a: string, b: string): number => rankOf(a) - rankOf(b) || (a < b ? -1 : 1);

function otherCode(manifest: Manifest, file: string): string | undefined {
  const kind = kindOf(file);
  const [made, now] = [rulesOf(manifest, kind), DERIVED_RULES[kind]];
  if (made !== now)
    return `version ${made} of the rules for ${kind} made it, and this medhelm has version ${now}; medhelm migrate --derived makes it again`;
  const { code } = manifest;
  return code.version === version
    ? undefined
    : `version ${code.version} made the run, and this is ${version}, which may compute other numbers`;
}

function hidden(value: unknown): unknown {
  if (typeof value === "string") return `a text of ${value.length} characters`;
  return typeof value === "object" && value !== null ? "a value with text" : value;
}

/** The text of a gated, private or local run is in no message. */
function shownTo<T extends { readonly stored: unknown; readonly recomputed: unknown }>(
  { access }: Manifest,
  found: T,
): T {
  if (access === "public") return found;
  return { ...found, stored: hidden(found.stored), recomputed: hidden(found.recomputed) };
}

/** The fields of the manifest that follow from the files. */
function manifestDifference(suite: string, run: string, stored: Manifest, again: Manifest): Difference | undefined {
  const found = firstDifference(comparable(stored), comparable(again));
  const because = otherCode(stored, "manifest.json");
  return found && { file: keys.manifest(suite, run), ...found, ...(because === undefined ? {} : { because }) };
}

function comparable({
  ownSha256: _own,
  derived: _derived,
  derivedRules: _rules,
  suite: _suite,
  run: _run,
  files,
  ...fields
}: Manifest): unknown {
  const value: unknown = JSON.parse(JSON.stringify({ ...fields, names: Object.keys(files).toSorted() }));
  return value;
}

/** Compares the copies of the files in the run's own folder, which people and HELM's tools read, with the sealed ones. */
async function shownDifference(
  objects: ObjectStore,
  suite: string,
  run: string,
  manifest: Manifest,
  files: RunFiles,
): Promise<Difference | undefined> {
  const shown = runFileKeys(suite, run);
  for (const [file, sha256] of Object.entries(manifest.files)) {
    const key = shown(file);
    if (key === files.keyOf(file) || (await objects.head(key)) === undefined) continue;
    if ((await storedSha256(objects, key)) === sha256) continue;
    const [copy, sealed] = [await objects.get(key).catch(orDamaged), await objects.get(files.keyOf(file))];
    const found =
      copy &&
      sealed &&
      fileDifference(Buffer.from(copy.body).toString("utf8"), Buffer.from(sealed.body).toString("utf8"));
    return {
      file: key,
      ...(found === undefined ? { key: "sha256", stored: undefined, recomputed: sha256 } : shownTo(manifest, found)),
      because:
        "the copy in the run's own folder was changed; the sealed file is whole, and medhelm repair copies it again",
    };
  }
  return undefined;
}

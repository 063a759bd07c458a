import { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import type { ReleaseRecord } from "@medhelm/core/release/release-record";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { SealedRuns } from "@medhelm/core/release/runs/sealed-runs";
import type { Profile } from "@medhelm/core/run/profile";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, UnreadableObject } from "@medhelm/core/store/objects";
import { openRelease } from "@medhelm/core/store/release-files";
import { UserError } from "@medhelm/core/user-error";
import { schemaOfRequest } from "../release/build-requested-release.ts";
import type { NewReleaseRequest, ReleasePorts, SchemaChoice } from "../release/ports.ts";
import { isContentOf } from "../release/request-id.ts";
import type { KnownRun } from "./changed-runs.ts";
import type { Verification } from "./verification.ts";

/** A release, or a suite whose summary is in its own folder. */
export type Verified =
  | { readonly kind: "release"; readonly name: string }
  | { readonly kind: "suite"; readonly name: string };

/** The runs and settings from which the tables of a release or suite were made. */
export interface Stored extends Pick<NewReleaseRequest, "publicOnly"> {
  keyOf(file: string): string;
  readonly suites: readonly string[];
  readonly profile: Profile;
  readonly builtMs: number;
  readonly leaderboard: Leaderboard | undefined;
  /** the uploaded schema of a release that was requested over the API */
  readonly schema?: SchemaChoice;
  readonly runs: readonly (KnownRun & { readonly isSealed: boolean })[];
  /** keys of absent files that name the runs */
  readonly missing: readonly string[];
}

/** Reads what the tables were made of. A damaged file is a result. */
export async function openStored(ports: ReleasePorts, of: Verified): Promise<Stored | Verification> {
  let file = keys.releaseFile(of.name, "release.json");
  try {
    if (of.kind === "suite") {
      file = `${keys.runs(of.name)}leaderboard.json`;
      return await storedSuite(ports, of.name, await getJson(ports.objects, file, Leaderboard));
    }
    const { record, keyOf } = await openRelease(ports.objects, of.name);
    if (record === undefined)
      throw new UserError(
        `there is no release ${of.name} with a release.json; name a run, or a release that medhelm summarize made`,
      );
    if (record.release !== of.name) return ofOtherRelease(file, record, of.name);
    file = keyOf("sealed-runs.json");
    const sealed = await getJson(ports.objects, file, SealedRuns);
    file = keyOf("leaderboard.json");
    const leaderboard = await getJson(ports.objects, file, Leaderboard);
    return {
      keyOf,
      suites: record.suites,
      profile: record.profile,
      builtMs: Date.parse(leaderboard?.date ?? record.createdAt),
      leaderboard,
      ...(await requested(ports, record)),
      runs: (sealed?.runs ?? []).map(({ suite, run, manifestSha256 }) => ({
        suite,
        run,
        seal: manifestSha256,
        isSealed: manifestSha256 !== undefined,
      })),
      missing: sealed === undefined ? [keyOf("sealed-runs.json")] : [],
    };
  } catch (error) {
    if (!(error instanceof UnreadableObject)) throw error;
    const because = error.message;
    return {
      checked: 0,
      difference: { file, key: "", stored: undefined, recomputed: undefined, because },
      notChecked: [],
    };
  }
}

/** A record that an earlier version wrote has no hash. */
const ofOtherRelease = (file: string, { release }: ReleaseRecord, name: string): Verification => ({
  checked: 1,
  difference: {
    file,
    key: "release",
    stored: release,
    recomputed: name,
    because: "it is the record of another release",
  },
  notChecked: [],
});

/** Finds the schema and the suites of a release that was requested over the API. A later request of the same name says nothing about it. */
async function requested(
  { objects }: ReleasePorts,
  { release, request }: ReleaseRecord,
): Promise<Pick<Stored, "publicOnly" | "schema">> {
  const stored =
    request === undefined ? undefined : await getJson(objects, keys.releaseRequest(release), StoredRelease);
  if (stored === undefined || request === undefined || !isContentOf(stored, request)) return {};
  const isThere =
    stored.request.schema === undefined ||
    (await objects.head(keys.input(stored.owner, stored.request.schema.slice("input:".length)))) !== undefined;
  return {
    ...(stored.publicOnly === undefined ? {} : { publicOnly: stored.publicOnly }),
    ...(isThere ? { schema: await schemaOfRequest(objects, stored) } : {}),
  };
}

async function storedSuite(
  { objects }: ReleasePorts,
  suite: string,
  leaderboard: Leaderboard | undefined,
): Promise<Stored> {
  if (leaderboard === undefined)
    throw new UserError(`suite ${suite} has no summary; medhelm summarize --suite ${suite} makes it`);
  const runs = leaderboard.runs.map(async ({ run, contentSha256 }) => ({
    suite,
    run,
    seal: contentSha256,
    isSealed: (await objects.head(keys.manifest(suite, run))) !== undefined,
  }));
  return {
    keyOf: (file) => `${keys.runs(suite)}${file}`,
    suites: [suite],
    profile: leaderboard.profile,
    builtMs: Date.parse(leaderboard.date),
    leaderboard,
    runs: await Promise.all(runs),
    missing: [],
  };
}

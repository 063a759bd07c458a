import { clinicianKey } from "@medhelm/core/release/statistics/clinician-mean";
import type { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { getJson, UnreadableObject } from "@medhelm/core/store/objects";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import type { BuildRequest, NewReleaseRequest, ReleasePorts, SchemaChoice } from "../release/ports.ts";
import { loadContent } from "../release/release-content.ts";
import { writeRelease } from "../release/write-release.ts";
import { recordingStore } from "./recording-store.ts";
import type { Stored, Verified } from "./stored-release.ts";

export interface WriteAgainRequest extends Pick<NewReleaseRequest, "duplicates" | "debug"> {
  readonly of: Verified;
  /** the schema that the release was made with, if it is a file */
  readonly schema?: SchemaChoice;
  /** Called before each step. */
  readonly onStep?: (what: string, done: number, total: number) => void;
}

/** Makes the files of a release or suite of the runs as they are now. `keep`: whose text is kept, by its path in the release. */
export async function writeAgain(
  ports: ReleasePorts,
  request: WriteAgainRequest,
  { keyOf, suites, profile, builtMs, leaderboard, schema, publicOnly }: Stored,
  keep: (file: string) => boolean,
) {
  const { of } = request;
  const folder = keyOf("");
  const recording = recordingStore(ports.objects, (key) => key.startsWith(folder) && keep(key.slice(folder.length)));
  const outputPath = await outputPathOf(ports, keyOf);
  const rated = (leaderboard?.runs ?? []).flatMap((run) =>
    run.clinicians === undefined ? [] : [[clinicianKey(run), run.clinicians] as const],
  );
  const build: BuildRequest = {
    ...(of.kind === "release" ? { kind: of.kind, release: of.name, suites } : { kind: of.kind, suite: of.name }),
    profile,
    schema: request.schema ?? schema ?? schemaOf(leaderboard),
    ...(publicOnly === undefined ? {} : { publicOnly }),
    ...(request.duplicates && { duplicates: request.duplicates }),
    ...(request.debug && { debug: request.debug }),
    ...(outputPath === undefined ? {} : { outputPath }),
    ...(rated.length === 0 ? {} : { clinicians: new Map(rated) }),
  };
  const { readers: _readers, ...here } = ports; // other threads would write
  const again: ReleasePorts = {
    ...here,
    objects: recording.objects,
    clock: { ...ports.clock, nowMs: () => builtMs },
    onRead: (done, total) => request.onStep?.(`tables of ${of.name}`, done, total),
  };
  const { content } = await writeRelease(again, build, () => loadContent(again, build, suites), folder);
  const ofFiles = (found: ReadonlyMap<string, string>): Map<string, string> =>
    new Map(
      [...found].filter(([key]) => key.startsWith(folder)).map(([key, value]) => [key.slice(folder.length), value]),
    );
  return { content, sha256: ofFiles(recording.sha256), texts: ofFiles(recording.texts) };
}

function schemaOf(leaderboard: Leaderboard | undefined): SchemaChoice {
  const name = leaderboard?.schema ?? "schema_medhelm.yaml";
  if (name === "schema_medhelm.yaml") return { kind: "packaged" };
  if (name === "generated from the runs") return { kind: "auto" };
  throw new UserError(`the release was made with the schema ${name}; give that file with --schema-path`);
}

const RunPaths = z.array(z.object({ run_path: z.string() }));

/** HELM's files name the folder of the runs as the builder's user gave it. */
async function outputPathOf({ objects }: ReleasePorts, keyOf: Stored["keyOf"]): Promise<string | undefined> {
  try {
    const [first] = (await getJson(objects, keyOf("runs.json"), RunPaths)) ?? [];
    const at = first?.run_path.lastIndexOf("/runs/") ?? -1;
    return at < 0 ? undefined : first?.run_path.slice(0, at);
  } catch (error) {
    if (error instanceof UnreadableObject) return undefined; // compareFiles names it
    throw error;
  }
}

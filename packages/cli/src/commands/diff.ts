import type { ObjectStore } from "@medhelm/core/ports";
import { type ComparedRun, diffRuns, METRIC_VERSION, type RunDiff } from "@medhelm/core/release/runs/run-diff";
import { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { getJson } from "@medhelm/core/store/objects";
import { openRun } from "@medhelm/core/store/run-files";
import { openRelease } from "@medhelm/core/store/release-files";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { openReadStore } from "../places/open-store.ts";
import { requireOutputFolder } from "../places/require-output-folder.ts";
import { readHelmRun, withTexts } from "../finished-runs/helm-run.ts";
import { runPlace } from "../places/run-place.ts";
import { readRunOfRelease, readSealedRun, type RunOfRelease, runsOfRelease } from "../finished-runs/sealed-run.ts";
import { openPlace } from "../service-api/open-place.ts";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { textTable } from "../terminal/text-table.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { printText } from "../terminal/print-text.ts";

export const command = defineCommand({
  name: "medhelm diff",
  description:
    "Print which scores changed between two runs or two releases, and what differs: instances, prompts, judges, metrics, code, the model that answered.",
  options: {
    before: argument(
      "a run's folder (with --from SUITE/RUN), or the name of a release",
      z.string().min(1, "it is empty; name a run or a release"),
    ),
    after: argument("the other one, of the same kind", z.string().min(1, "it is empty; name a run or a release")),
    outputPath: commonOptions.outputPath,
    from: option("bucket", "s3://BUCKET or s3://BUCKET/PREFIX, instead of a folder", z.string().optional()),
    json: flag("print the differences as JSON"),
  },
  async run({ before, after, outputPath, from, json }) {
    const [isRun, isOtherRun] = [before.includes("/"), after.includes("/")];
    if (isRun !== isOtherRun)
      throw new UserError(
        `${before} and ${after}: one is the path of a run and one the name of a release; give two of one kind`,
      );
    const bucket = from === undefined ? undefined : await openPlace(from, "--from");
    const at = (path: string): Promise<RunAt> =>
      bucket === undefined ? runInFolder(path, outputPath) : runInBucket(path, bucket);
    if (!isRun && bucket === undefined) requireOutputFolder(outputPath);
    const moves = isRun
      ? [{ run: after, ...(await diffOf(await at(before), await at(after))) }]
      : await releaseMoves(bucket ?? openReadStore(outputPath), before, after);
    if (json) process.stdout.write(jsonLine({ before, after, runs: moves }));
    else printText(moves.length === 0 ? "no run differs\n" : moves.map(moveText).join("\n"));
    return 0;
  },
});

type Move = { readonly run: string } & (
  | RunDiff
  | { readonly only: "before" | "after" }
  /** a run without a manifest, such as HELM's: the means that differ between the releases */
  | {
      readonly means: readonly {
        readonly name: string;
        readonly before: number | null;
        readonly after: number | null;
      }[];
    }
);

async function diffOf(a: RunAt, b: RunAt): Promise<RunDiff> {
  if (a.found.manifest !== undefined && b.found.manifest !== undefined) return diffRuns(a.found, b.found);
  return diffRuns(await a.withTexts(), await b.withTexts());
}

interface RunAt {
  readonly found: ComparedRun;
  readonly withTexts: () => Promise<ComparedRun>;
}

async function runInFolder(path: string, outputPath: string): Promise<RunAt> {
  const { suite, run, ...place } = runPlace(path, { outputPath });
  return runAt(openReadStore(place.outputPath), suite, run);
}

async function runInBucket(path: string, objects: ObjectStore): Promise<RunAt> {
  const [suite = "", run = "", ...more] = path.split("/");
  if (run === "" || more.length > 0)
    throw new UserError(`${path}: with --from, name a run as SUITE/RUN, such as default/pubmed_qa:model=x`);
  return runAt(objects, suite, run);
}

async function runAt(objects: ObjectStore, suite: string, run: string): Promise<RunAt> {
  const { manifest } = await openRun(objects, suite, run);
  const found =
    manifest === undefined ? await readHelmRun(objects, suite, run) : await readSealedRun(objects, suite, run);
  return { found, withTexts: () => withTexts(objects, suite, run, found) };
}

/** The runs that are in one release only, and those with other results in both. */
async function releaseMoves(objects: ObjectStore, before: string, after: string): Promise<Move[]> {
  const [a, b] = [await runsOfRelease(objects, before), await runsOfRelease(objects, after)];
  const boards = recalled(() => Promise.all([leaderboardOf(objects, before), leaderboardOf(objects, after)]));
  const names = [...new Set([...a.keys(), ...b.keys()])];
  const isOneWithin = names.every((name) => a.has(name)) || names.every((name) => b.has(name));
  const renamed = isOneWithin ? [] : renamedRuns(a, b, await boards());
  const known = new Set(renamed.flat());
  const equal = names.filter((name) => !known.has(name)).map((name) => [name, name] as const);
  const moves: Move[] = [];
  for (const [was, run] of [...equal, ...renamed].toSorted(([, one], [, other]) => (one < other ? -1 : 1))) {
    const [from, to] = [a.get(was), b.get(run)];
    if (from === undefined) moves.push({ run, only: "after" });
    else if (to === undefined) moves.push({ run, only: "before" });
    else moves.push(...(await moveOf(objects, from, to, boards)));
  }
  return moves;
}

/** None: both releases have the same results. */
async function moveOf(
  objects: ObjectStore,
  from: RunOfRelease,
  to: RunOfRelease,
  boards: () => Promise<readonly Board[]>,
): Promise<Move[]> {
  const { run } = to;
  if (from.contentSha256 === undefined || to.contentSha256 === undefined) {
    const [before, after] = await boards();
    const means = changedMeans(meansOf(before, from.run), meansOf(after, run));
    return means.length === 0 ? [] : [{ run, means }];
  }
  if (from.contentSha256 === to.contentSha256) return [];
  const { reasons, ...moved } = diffRuns(await readRunOfRelease(objects, from), await readRunOfRelease(objects, to));
  const others = from.run === run ? [] : [{ what: "run name", before: from.run, after: run }];
  return [{ run, ...moved, reasons: [...others, ...reasons] }];
}

const meansOf = (board: Board | undefined, name: string): Readonly<Record<string, number>> =>
  board?.runs.find(({ run }) => run === name)?.stats ?? {};

type Board = Pick<Leaderboard, "runs">;

async function leaderboardOf(objects: ObjectStore, release: string): Promise<Board> {
  const key = (await openRelease(objects, release)).keyOf("leaderboard.json");
  return (await getJson(objects, key, Leaderboard)) ?? { runs: [] };
}

function recalled<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}

/** The runs whose name the other release lacks, and that are the only ones of their benchmark and model in both: their arguments differ. */
function renamedRuns(
  a: ReadonlyMap<string, unknown>,
  b: ReadonlyMap<string, unknown>,
  boards: readonly Board[],
): (readonly [before: string, after: string])[] {
  const [before, after] = boards.map(({ runs }) => {
    const own = runs.filter(({ run }) => !a.has(run) || !b.has(run));
    return Map.groupBy(own, ({ benchmark, modelDeployment }) => JSON.stringify([benchmark, modelDeployment]));
  });
  return [...(before ?? [])].flatMap(([key, [run, ...more]]) => {
    const [other, ...others] = after?.get(key) ?? [];
    return run === undefined || other === undefined || more.length + others.length > 0
      ? []
      : [[run.run, other.run] as const];
  });
}

function changedMeans(before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>) {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted().flatMap((name) => {
    const [from, to] = [before[name] ?? null, after[name] ?? null];
    return from === to ? [] : [{ name, before: from, after: to }];
  });
}

function moveText(move: Move): string {
  if ("only" in move) return `${move.run}: only in the release ${move.only === "before" ? "before" : "after"}\n`;
  if ("means" in move)
    return [
      `${move.run}: it has no manifest in one of the releases, so that only its means are compared\n`,
      textTable(
        ["metric", "before", "after"],
        move.means.map(({ name, before, after }) => [name, numberText(before), numberText(after)]),
      ),
    ].join("");
  const { instances, metrics, reasons, texts, unknown } = move;
  const parts = [
    `${instances.common} common instances`,
    ...(instances.otherInput > 0 ? [`${instances.otherInput} with other inputs`] : []),
    ...(instances.onlyBefore > 0 ? [`${instances.onlyBefore} only before`] : []),
    ...(instances.onlyAfter > 0 ? [`${instances.onlyAfter} only after`] : []),
    ...(texts === undefined
      ? []
      : [`${texts.otherPrompt} with another prompt`, `${texts.otherReply} with another reply`]),
  ];
  const scores = metrics.map(({ name, profile, before, after, larger, smaller }) => [
    name,
    profile,
    numberText(before),
    numberText(after),
    String(larger),
    String(smaller),
  ]);
  const causes = reasons.map((one) => `  ${one.what}: ${valueText(one.before)} -> ${valueText(one.after)}\n`);
  return [
    `${move.run}: ${parts.join(", ")}\n`,
    textTable(["metric", "profile", "before", "after", "larger", "smaller"], scores),
    ...causes,
    elseText(move),
    unknown === undefined ? "" : `  unknown, because HELM's files do not say it: ${unknown.join(", ")}\n`,
  ].join("");
}

/** The sentence about scores that differ although nothing else does. HELM's files do not say enough for it. */
function elseText({ metrics, reasons, unknown }: RunDiff): string {
  if (unknown !== undefined) return "";
  if (reasons.length === 1 && reasons[0]?.what === METRIC_VERSION)
    return "  nothing else differs: another version of medhelm scored the same answers\n";
  const isMoved = metrics.some(({ larger, smaller }) => larger + smaller > 0);
  return reasons.length === 0 && isMoved ? "  nothing else differs: the model or a judge answered otherwise\n" : "";
}

const MAX_VALUE_CHARS = 200;

/** --json has the whole value. */
function valueText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}...` : text;
}

const numberText = (value: number | null): string => (value === null ? "none" : value.toFixed(4));

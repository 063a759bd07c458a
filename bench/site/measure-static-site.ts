import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import type { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { generationFolder } from "@medhelm/core/store/object-keys";
import { runFileKeys } from "@medhelm/core/store/run-files";
import { rankedLeaderboard } from "../../test/browser/ranked-release.ts";
import { inventedPages } from "./invented-pages.ts";
import { measureBuild } from "./measure-build.ts";

interface Options {
  readonly dir: string;
  readonly models: number;
  readonly instances: number;
}

/**
 * The first call makes a release of the given number of models and 37 benchmarks in `dir`. Its public runs lie on the disk as `medhelm run` writes
 * them. Later calls use it again. It builds the site, builds it again, and builds it after one run has changed. It prints the seconds, those of the
 * processor and the peak memory of each build, which do not contain the making of the release.
 */
export async function measureStaticSite({ dir, models, instances }: Options): Promise<void> {
  const release = releaseIn(dir);
  const file = boardOf(release);
  if (!existsSync(file)) await makeRelease(dir, models, instances);
  const leaderboard: Leaderboard = JSON.parse(readFileSync(file, "utf8"));

  const site = resolve(dir, "site");
  const place = { release, site };
  rmSync(site, { recursive: true, force: true });
  process.stdout.write(`${leaderboard.runs.length} runs of ${instances} instances\n`);
  process.stdout.write("| build | seconds | of the processor | peak RSS, MB | rendered |\n|---|---|---|---|---|\n");
  report(place, "first");
  report(place, "the same again");
  writeFileSync(file, JSON.stringify(withOneChange(leaderboard)));
  try {
    report(place, "after a change of one run");
  } finally {
    writeFileSync(file, JSON.stringify(leaderboard));
  }
}

const releaseIn = (dir: string): string => resolve(dir, "releases/sample-1");
const boardOf = (release: string): string => resolve(release, "leaderboard.json");

function report({ release, site }: { readonly release: string; readonly site: string }, name: string): void {
  const { seconds, cpuSeconds, maxRssBytes, rendered } = measureBuild(release, site);
  const cells = [name, seconds.toFixed(0), cpuSeconds.toFixed(0), (maxRssBytes / 1e6).toFixed(0), rendered];
  process.stdout.write(`| ${cells.join(" | ")} |\n`);
}

/** Each model has answered all benchmarks, and all runs are public. The models of one benchmark share the text of their pages. */
async function makeRelease(dir: string, count: number, size: number): Promise<void> {
  const objects = fsStore(resolve(dir));
  const release = releaseIn(dir);
  const { runs, groups, ...rest } = rankedLeaderboard({ models: count, benchmarks: 37 });
  const sealed: Leaderboard["runs"] = [];
  for (const [number, benchmark] of [...new Set(runs.map((run) => run.benchmark))].entries()) {
    const files: { readonly file: string; readonly body: string }[] = [];
    for await (const made of inventedPages(size, number + 1)) files.push({ file: made.file, body: made.body });
    const chunks = files.filter((made) => /^\d/.test(made.file)).length;
    for (const run of runs.filter((one) => one.benchmark === benchmark)) {
      const where = {
        folder: generationFolder("public", 1, "0123456789abcdef0123456789abcdef"),
        derived: "derived-0123456789ab",
      };
      const folder = runFileKeys(run.suite, run.run, where)("pages/");
      for (const made of files) await objects.put(`${folder}${made.file}`, made.body);
      const pages = { folder, count: chunks };
      sealed.push({ ...run, access: "public", hasPages: true, instances: size, mainRange: { min: 0, max: 1 }, pages });
    }
    process.stderr.write(`${benchmark} is made\n`);
  }
  objects.close();
  mkdirSync(release, { recursive: true });
  const open = groups.map((group) =>
    group.benchmark === undefined ? group : { ...group, benchmark: { ...group.benchmark, access: "public" as const } },
  );
  writeFileSync(boardOf(release), JSON.stringify({ ...rest, groups: open, runs: sealed }));
}

function other(value: number | null): number | null {
  if (value === null) return null;
  return value < 0.5 ? value + 0.001 : value - 0.001;
}

/** One run has another score, which its cells in all tables show. */
function withOneChange(before: Leaderboard): Leaderboard {
  const changed = before.runs.find(({ mainValue }) => mainValue !== null);
  if (changed === undefined) throw new Error("no run has a score");
  return {
    ...before,
    runs: before.runs.map((run) => (run === changed ? { ...run, mainValue: other(run.mainValue) } : run)),
    tables: before.tables.map((table) => ({
      ...table,
      rows: table.rows.map((row) => ({
        ...row,
        cells: row.cells.map((cell) =>
          cell.runs.includes(changed.slug) ? { ...cell, value: other(cell.value) } : cell,
        ),
      })),
    })),
  };
}

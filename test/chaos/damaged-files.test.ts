import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { cli, launch, type Outcome, testFolder } from "../e2e/cli.ts";
import { cliHere } from "../e2e/cli-here.ts";
import { crashed, toRemove } from "./after-damage.ts";
import { type CountingStub, countingStub } from "./counting-stub.ts";
import { type Damage, damages, damagesOf } from "./damages.ts";
import { filesOf } from "./files-of.ts";
import { durableKeys } from "./suite.ts";

const SUITE = "s";
const CONF = `entries: [
  { description: "demo_questions:model=stub/one", priority: 1 }
  { description: "demo_notes:model=stub/one", priority: 1 }
]
`;
const RUNS = ["demo_notes:model=stub_one", "demo_questions:model=stub_one"];

/** Every STEPth damage of all files. The long version has each one. The short one meets each state, and over several runs each kind of damage. */
const STEP = Number(process.env["MEDHELM_DAMAGE_STEP"] ?? (process.env["MEDHELM_CHAOS"] === undefined ? 305 : 1));

/** The states of an output folder. */
const STATES = ["killed in mid-run", "without its seals", "sealed"] as const;
type State = (typeof STATES)[number];

interface Case {
  readonly state: State;
  /** below the output folder */
  readonly file: string;
  readonly how: Damage;
}

interface Place {
  /** the folder with the output folder `out` */
  readonly home: string;
  readonly stub: CountingStub;
  readonly args: readonly string[];
  /** the stub's keys of the answers that a folder has, by its state */
  readonly stored: ReadonlyMap<State, ReadonlySet<string>>;
}

test("a file that is damaged in any way is made again without a repeated question, or named in one sentence whose next command repairs it", async () => {
  const place = await prepare();
  const results = await filesOf(join(place.home, "sealed/out"), SUITE);
  const cases = STATES.flatMap((state) => casesOf(join(place.home, state, "out"), state));
  const faults: string[] = [];
  for (const [i, one] of cases.entries())
    if (i % STEP === 0) for (const fault of await faultsOf(place, one, results)) faults.push(`${text(one)}: ${fault}`);
  expect(faults).toEqual([]);
});

const text = ({ state, file, how }: Case): string => `${state}, ${file} ${how}`;

/** Makes the folders of the states: one run was killed while its judges answered, another lacks its seals. */
async function prepare(): Promise<Place> {
  const home = testFolder();
  const stub = await countingStub({ latencyMs: 0, faults: false });
  writeFileSync(join(home, "suite.conf"), CONF);
  const judges = ["--judges", "stub/j1", "stub/j2", "--endpoint", stub.endpoint];
  const args = ["run", "-c", "../suite.conf", "--suite", SUITE, "-o", "out", "-m", "4", "-n", "2", ...judges];
  const of = (state: State): string => join(home, state);
  const [sealed, unsealed, killed] = [of("sealed"), of("without its seals"), of("killed in mid-run")];
  for (const folder of [sealed, killed]) mkdirSync(folder);
  const program = launch("medhelm", args, { cwd: killed });
  const { resume } = await stub.pauseAfter(10);
  await program.stop("SIGKILL");
  resume();
  expect(await cli("medhelm", args, { cwd: sealed })).toMatchObject({ code: 0 });
  cpSync(sealed, unsealed, { recursive: true, preserveTimestamps: true });
  for (const manifest of globSync(`out/runs/${SUITE}/.generations/*/*/*/manifest.json`, { cwd: unsealed }))
    rmSync(join(unsealed, manifest));
  for (const run of RUNS) rmSync(join(unsealed, "out/runs", SUITE, run), { recursive: true });
  const stored = new Map(STATES.map((state) => [state, keysIn(join(home, state, "out"))]));
  return { home, stub, args, stored };
}

/** Reads a copy, because SQLite adds files to a folder from which it reads, and removes files of a killed process. */
function keysIn(out: string): ReadonlySet<string> {
  const copy = `${out}-read`;
  cpSync(out, copy, { recursive: true });
  const found = durableKeys(copy);
  rmSync(copy, { recursive: true });
  return found;
}

function casesOf(out: string, state: State): readonly Case[] {
  const files = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((file) =>
    statSync(join(out, file)).isFile(),
  );
  return files
    .toSorted()
    .flatMap((file) => damagesOf(statSync(join(out, file)).size).map((how) => ({ state, file, how })));
}

/** Damages a copy of the folder in its state. */
function damagedCopy({ home }: Place, { state, file, how }: Case): string {
  const cwd = join(home, "case");
  rmSync(cwd, { recursive: true, force: true });
  cpSync(join(home, state), cwd, { recursive: true, preserveTimestamps: true });
  const path = join(cwd, "out", file);
  damages[how](path);
  // a damaged lease counts as held for a minute
  if (basename(file) === "lease.json" && existsSync(path)) utimesSync(path, 1e9, 1e9);
  return cwd;
}

async function faultsOf(
  place: Place,
  one: Case,
  results: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const faults = one.state === "sealed" ? await faultsOfReaders(place, one) : [];
  const cwd = damagedCopy(place, one);
  const call = (...args: string[]) => cliHere("medhelm", args, { cwd });
  const isAnswers = basename(one.file).startsWith("answers.sqlite");
  const before = new Map(place.stub.answered);
  let run = await call(...place.args);
  // a folder is removed first, and then the answers that it replaced are lost
  for (let steps = 0; run.code !== 0 && steps < 2; steps++) {
    faults.push(...sentenceFaults(run, one));
    for (const path of toRemove(run.stderr)) rmSync(resolve(cwd, path), { recursive: true, force: true });
    if (run.stderr.includes("medhelm repair")) faults.push(...(await call("repair", "-o", "out").then(crash)));
    run = await call(...place.args);
  }
  faults.push(...crash(run));
  if (run.code !== 0) return [...faults, `the next command does not repair it: ${run.stderr}`];
  const again = [...(place.stored.get(one.state) ?? [])].filter(
    (key) => place.stub.answered.get(key) !== before.get(key),
  );
  if (again.length > 0 && !isAnswers) faults.push(`${again.length} stored answers were asked again`);
  const after = await filesOf(join(cwd, "out"), SUITE).catch(String);
  if (JSON.stringify(after) !== JSON.stringify(results)) faults.push(`other results: ${differences(after, results)}`);
  const summary = await call("summarize", "--suite", SUITE, "-o", "out");
  if (summary.code !== 0 || !summary.stderr.includes(`suite ${SUITE}: 2 runs,`))
    faults.push(`summarize: ${summary.stderr}`);
  for (const name of RUNS) {
    const verified = await call("verify", name, "--suite", SUITE, "-o", "out");
    if (verified.code !== 0) faults.push(`verify: ${verified.stderr}${verified.stdout}`);
  }
  return faults;
}

/** summarize and verify name a damaged file of a sealed run, and stay within one sentence for any other file. */
async function faultsOfReaders(place: Place, one: Case): Promise<string[]> {
  const cwd = damagedCopy(place, one);
  const run = RUNS.find((name) => one.file.includes(name)) ?? RUNS[0] ?? "";
  const summary = await cliHere("medhelm", ["summarize", "--suite", SUITE, "-o", "out"], { cwd });
  const verified = await cliHere("medhelm", ["verify", run, "--suite", SUITE, "-o", "out"], { cwd });
  const faults = [...crash(summary), ...crash(verified)];
  if (!one.file.startsWith("runs/") || isSpare(one)) return faults;
  const name = one.file.replace(/\.zst$/, "");
  // a run without its manifest is a run that is not sealed yet
  const isUnsealed = one.how === "deleted" && /it is not sealed/.test(summary.stderr);
  if (!isUnsealed && !summary.stderr.includes(basename(name)))
    faults.push(`summarize does not name it: ${summary.stderr}`);
  if (verified.code === 0 || !`${verified.stdout}${verified.stderr}`.includes(basename(name)))
    faults.push(`verify does not name it: ${verified.code} ${verified.stdout}${verified.stderr}`);
  return faults;
}

/** Without these files a run is whole: copies that a user may delete, and records of a generation whose results are in other files. */
const isSpare = ({ file, how }: Case): boolean =>
  (how === "deleted" || how === "replaced by a folder") &&
  (!file.includes(".generations/") || /\/(?:assembly|decision|manifest|run_spec)\.json$/.test(file)) &&
  !/^runs\/s\/[^.][^/]*\/manifest\.json$/.test(file);

const crash = ({ code, stderr }: Outcome): string[] =>
  code === null ? [`a signal ended it: ${stderr}`] : crashed(stderr);

function sentenceFaults(run: Outcome, { file }: Case): readonly string[] {
  const named = basename(file)
    .replace(/\.sqlite-(?:wal|shm)$/, ".sqlite")
    .replace(/\.zst$/, "");
  return [...crash(run), ...(run.stderr.includes(named) ? [] : [`run does not name the file: ${run.stderr}`])];
}

function differences(
  found: string | Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string>>,
): string {
  if (typeof found === "string") return found;
  return Object.keys({ ...found, ...wanted })
    .filter((file) => found[file] !== wanted[file])
    .join(", ");
}

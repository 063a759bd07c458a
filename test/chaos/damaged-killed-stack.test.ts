import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { z } from "zod";
import { cli, launch, type Outcome, testFolder } from "../e2e/cli.ts";
import { cliHere } from "../e2e/cli-here.ts";
import { programsFor } from "../processes.ts";
import { crashed, toRemove } from "./after-damage.ts";
import { type CountingStub, countingStub } from "./counting-stub.ts";
import { type Damage, damages, damagesOf } from "./damages.ts";
import { filesOf } from "./files-of.ts";
import { durableKeys, seals } from "./suite.ts";
import { until } from "./until.ts";

const SUITE = "s";
const CONF = `entries: [
  { description: "demo_questions:model=stub/one", priority: 1 }
  { description: "demo_notes:jury_config_path=jury.yaml,model=stub/one", priority: 1 }
]
`;
const JURY = "judges: [{name: stub, model: stub/judge, model_deployment: stub/judge}]\n";
const PORT = "18794";
const API = `http://127.0.0.1:${PORT}`;
const READY = /token\s+(\S+)\n[\s\S]*submit .*\n/;
/** A submission that neither ends nor is shown as damaged in this time is stuck. */
const PATIENCE_MS = 300_000;

/** Only in the long version: every STEPth of all damages of all files. */
const STEP = Number(process.env["MEDHELM_DAMAGE_STEP"] ?? 1);

interface Case {
  /** below the output folder */
  readonly file: string;
  readonly how: Damage;
}

interface Place {
  /** the folder with the output folder `out` of the killed service */
  readonly killed: string;
  readonly submission: string;
  readonly stub: CountingStub;
  readonly results: Readonly<Record<string, string>>;
  /** the stub's keys of the answers that the folder has */
  readonly stored: ReadonlySet<string>;
}

test.skipIf(process.env["MEDHELM_CHAOS"] === undefined)(
  "a service that was killed in mid-run, and of which a file is damaged then, ends the submission as undisturbed, or names the file in one sentence that says what helps (npm run chaos)",
  { timeout: 36_000_000 },
  async () => {
    const place = await prepare();
    const faults: string[] = [];
    for (const [i, one] of casesOf(join(place.killed, "out")).entries())
      if (i % STEP === 0)
        for (const fault of await faultsOf(place, one)) faults.push(`${one.file} ${one.how}: ${fault}`);
    expect(faults).toEqual([]);
  },
);

const start = (cwd: string, { endpoint }: CountingStub) =>
  launch("medhelm", ["up", "-o", "out", "--port", PORT, "-n", "2", "--endpoint", endpoint], { cwd });

/** Kills the service while its judge answers. */
async function prepare(): Promise<Place> {
  const home = testFolder();
  const [killed, calm] = [join(home, "killed"), join(home, "calm")];
  for (const folder of [killed, calm]) {
    mkdirSync(folder);
    writeFileSync(join(folder, "suite.conf"), CONF);
    writeFileSync(join(folder, "jury.yaml"), JURY);
  }
  const undisturbed = await countingStub({ latencyMs: 0, faults: false });
  const args = [
    "run",
    "-c",
    "suite.conf",
    "--suite",
    SUITE,
    "-o",
    "out",
    "-m",
    "4",
    "--endpoint",
    undisturbed.endpoint,
  ];
  expect(await cli("medhelm", args, { cwd: calm })).toMatchObject({ code: 0 });

  const stub = await countingStub({ latencyMs: 0, faults: false });
  const stack = start(killed, stub);
  const [, token = ""] = await stack.until(READY);
  const paused = stub.pauseAfter(6);
  const submitted = await submit(killed, token);
  expect(submitted).toMatchObject({ code: 0 });
  const { resume } = await paused;
  await stack.stop("SIGKILL");
  await until("the stack's children end", () => (programsFor(join(killed, "out")).length === 0 ? true : undefined));
  resume();
  const copy = join(home, "read");
  cpSync(join(killed, "out"), copy, { recursive: true }); // SQLite adds files to a folder from which it reads
  const results = await filesOf(join(calm, "out"), SUITE);
  return { killed, submission: submitted.stdout.trim(), stub, results, stored: durableKeys(copy) };
}

/** Prints the id of the submission on stdout. */
const submit = (cwd: string, token: string): Promise<Outcome> =>
  cli("medhelm", ["submit", "suite.conf", "--suite", SUITE, "-m", "4", "--api", API], {
    cwd,
    env: { MEDHELM_TOKEN: token },
  });

/** Data sets, logs and compiled code are no state. */
const isLeftOut = (file: string): boolean => /^\.medhelm\/(?:compute\/logs|uploads)\//.test(file);

const casesOf = (out: string): readonly Case[] =>
  readdirSync(out, { recursive: true, encoding: "utf8" })
    .filter((file) => !isLeftOut(file) && statSync(join(out, file)).isFile())
    .toSorted()
    .flatMap((file) => damagesOf(statSync(join(out, file)).size).map((how) => ({ file, how })));

async function faultsOf(place: Place, one: Case): Promise<readonly string[]> {
  const cwd = join(place.killed, "../case");
  rmSync(cwd, { recursive: true, force: true });
  cpSync(place.killed, cwd, { recursive: true, preserveTimestamps: true });
  const path = join(cwd, "out", one.file);
  damages[one.how](path);
  // a damaged lease counts as held for a minute
  if (basename(one.file) === "lease.json" && existsSync(path)) utimesSync(path, 1e9, 1e9);
  const before = new Map(place.stub.answered);
  const first = await serve(cwd, place);
  const faults = crashed(first.said);
  const isAnswers = basename(one.file).startsWith("answers.sqlite");
  const again = [...place.stored].filter((key) => place.stub.answered.get(key) !== before.get(key));
  if (again.length > 0 && !isAnswers) faults.push(`${again.length} stored answers were asked again`);
  if (first.isSealed) return [...faults, ...(await differences(cwd, place))];
  const named = basename(one.file).replace(/\.sqlite-(?:wal|shm)$/, ".sqlite");
  if (!first.said.includes(named)) return [...faults, `it is not named: ${first.said}`];
  if (/restore it|delete it|takes it off|put the latest copy back/.test(first.said)) return faults;
  for (const removed of toRemove(first.said)) rmSync(resolve(cwd, removed), { recursive: true, force: true });
  for (const command of ["repair", "reindex"])
    faults.push(...crashed((await cliHere("medhelm", [command, "-o", "out"], { cwd })).stderr));
  // a run that has failed is submitted again
  const second = await serve(cwd, place, first.hasFailed);
  if (!second.isSealed) return [...faults, `no command helps: ${first.said} THEN ${second.said}`];
  return [...faults, ...(await differences(cwd, place))];
}

async function differences(cwd: string, { results }: Place): Promise<readonly string[]> {
  const found = await filesOf(join(cwd, "out"), SUITE);
  const other = Object.keys({ ...found, ...results }).filter((file) => found[file] !== results[file]);
  return other.length === 0 ? [] : [`other results: ${other.join(", ")}`];
}

const View = z.object({ state: z.string() });

interface Served {
  readonly isSealed: boolean;
  /** the submission has failed */
  readonly hasFailed: boolean;
  /** all that the service prints, and its last answer */
  readonly said: string;
}

/** Starts the service, and waits for the end of the submission, or of a new one, or for a fault that it shows. */
async function serve(cwd: string, { submission: first, stub }: Place, isNew = false): Promise<Served> {
  const stack = start(cwd, stub);
  let token: string;
  try {
    [, token = ""] = await stack.until(READY);
  } catch (error) {
    return { isSealed: false, hasFailed: false, said: String(error) };
  }
  const authorization = `Bearer ${token}`;
  const again = isNew ? await submit(cwd, token) : undefined;
  if (again !== undefined && again.code !== 0) {
    const { stdout, stderr } = await stack.stop("SIGINT");
    return { isSealed: false, hasFailed: false, said: [again.stderr, stdout, stderr].join("\n") };
  }
  const submission = again?.stdout.trim() ?? first;
  let last = "";
  let hasFailed = false;
  const deadline = performance.now() + PATIENCE_MS;
  for (let isOver = false; !isOver && performance.now() < deadline; ) {
    await sleep(200);
    // a busy machine may be later than the end of a connection that is kept alive
    const response = await fetch(`${API}/v1/submissions/${submission}`, { headers: { authorization } }).catch(String);
    if (typeof response === "string") continue;
    last = `${response.status} ${await response.text()}`;
    const state = response.ok ? View.parse(JSON.parse(last.slice(4))).state : "damaged";
    hasFailed = state === "failed";
    isOver = ["sealed", "failed", "cancelled", "damaged"].includes(state) || response.status === 404;
  }
  const { stdout, stderr } = await stack.stop("SIGINT");
  const isSealed = Object.keys(seals(join(cwd, "out"), SUITE)).length === 2;
  return { isSealed, hasFailed, said: [stdout, stderr, last].join("\n") };
}

import { cpSync, globSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { cli, launch, type Running, testFolder } from "../e2e/cli.ts";
import { cliHere } from "../e2e/cli-here.ts";
import { crashed, toRemove } from "./after-damage.ts";
import { type Damage, damages, damagesOf } from "./damages.ts";
import { until } from "./until.ts";

const CONF = `entries: [
  { description: "demo_questions:model=baseline/first-option", priority: 1 }
  { description: "demo_notes:model=baseline/lead-sentences", priority: 1 }
]
`;
const RUN = "demo_notes:model=baseline_lead-sentences";
const PORT = "18793";
const API = `http://127.0.0.1:${PORT}`;
const READY = /token\s+(\S+)\n[\s\S]*submit .*\n/;

interface Case {
  /** below the output folder */
  readonly file: string;
  readonly how: Damage;
}
/** The case of the short version. The long one has each damage of each file. */
const SHORT: Case = { file: "suites/s.json", how: "deleted" };
const isLong = process.env["MEDHELM_CHAOS"] !== undefined;
/** The long version has every STEPth of them. */
const STEP = Number(process.env["MEDHELM_DAMAGE_STEP"] ?? 1);

/** The answers of the API, by the path of the call. */
type View = Readonly<Record<string, string>>;

interface Place {
  /** the folder with the output folder `out` of a stopped service */
  readonly whole: string;
  readonly paths: readonly string[];
  readonly view: View;
}

test("a file of a stopped service that is damaged changes no answer of its API, or is named in one sentence that says what helps", async () => {
  const place = await prepare();
  const faults: string[] = [];
  const cases = isLong ? casesOf(join(place.whole, "out")).filter((_, i) => i % STEP === 0) : [SHORT];
  for (const one of cases)
    for (const fault of await faultsOf(place, one)) faults.push(`${one.file} ${one.how}: ${fault}`);
  expect(faults).toEqual([]);
});

/** A service whose submission has ended, with a key of another owner and a release. */
async function prepare(): Promise<Place> {
  const whole = join(testFolder(), "whole");
  mkdirSync(whole);
  writeFileSync(join(whole, "suite.conf"), CONF);
  const stack = start(whole);
  const [, token = ""] = await stack.until(READY);
  const call = async (...args: string[]): Promise<void> => {
    const where = { cwd: whole, env: { MEDHELM_TOKEN: token } };
    expect(await cli("medhelm", [...args, "--api", API], where)).toMatchObject({ code: 0 });
  };
  await call("submit", "suite.conf", "--suite", "s", "-m", "2", "--wait");
  if (isLong) await call("keys", "create", "--owner", "ann", "--name", "n", "--role", "reader");
  if (isLong) await call("releases", "create", "r1", "--suites", "s");
  const fileOf = (pattern: string) => globSync(pattern, { cwd: join(whole, "out") })[0];
  const done = await until("the end of the submission", () => fileOf("submissions/*/done.json"));
  if (isLong) await until("the release's site", () => fileOf("site/r/r1/published.json"));
  const paths = pathsOf(done.split("/")[1] ?? "");
  const view = await read(paths, token);
  await stack.stop("SIGINT");
  return { whole, paths, view };
}

const start = (cwd: string): Running => launch("medhelm", ["up", "-o", "out", "--port", PORT], { cwd });

const pathsOf = (submission: string): readonly string[] => [
  "/v1/submissions",
  `/v1/submissions/${submission}`,
  "/v1/suites",
  "/v1/suites/s",
  `/v1/runs/s/${RUN}`,
  `/v1/runs/s/${RUN}/instances`,
  `/v1/runs/s/${RUN}/files/stats.json`,
  "/v1/releases",
  "/v1/releases/r1",
  "/v1/keys",
  "/v1/usage",
  "/v1/dead-letters",
  "/",
];

async function read(paths: readonly string[], token: string): Promise<View> {
  const view: Record<string, string> = {};
  for (const path of paths) {
    const asking = fetch(`${API}${path}`, { headers: { authorization: `Bearer ${token}` } });
    // an answer that is cut off differs from that of the whole folder
    view[path] = await asking.then(async (answer) => `${answer.status} ${await answer.text()}`).catch(String);
  }
  return view;
}

/**
 * damaged-files.test.ts has the files of runs and leases, and a release has HELM's files only for its users. The pages of a site have no
 * hashes: its readers see the damage, and no program reads them again. static-files.test.ts has pages that cannot be read.
 */
const isLeftOut = (file: string): boolean =>
  /^(?:(?:runs|work|releases\/\.attempts|releases\/r1\/groups)\/|site\/r\/r1\/(?!published|medhelm-site))/.test(file);

function casesOf(out: string): readonly Case[] {
  const files = readdirSync(out, { recursive: true, encoding: "utf8" }).filter(
    (file) => !isLeftOut(file) && statSync(join(out, file)).isFile(),
  );
  const cases = files.flatMap((file) => damagesOf(statSync(join(out, file)).size).map((how) => ({ file, how })));
  // a key without its file is a revoked key
  return cases.filter(
    ({ file, how }) => !file.startsWith("keys/") || (how !== "deleted" && how !== "replaced by a folder"),
  );
}

/** Another letter in a token makes another token. */
const isUnnoticed = ({ file, how }: Case): boolean => how === "with a flipped byte" && file.endsWith("api-token");

async function faultsOf({ whole, paths, view }: Place, one: Case): Promise<readonly string[]> {
  const cwd = join(whole, "../case");
  rmSync(cwd, { recursive: true, force: true });
  cpSync(whole, cwd, { recursive: true, preserveTimestamps: true });
  damages[one.how](join(cwd, "out", one.file));
  const first = await serve(cwd, paths, view);
  const faults = crashed(first.said);
  if (first.isSame || isUnnoticed(one)) return faults;
  const named = basename(one.file).replace(/\.sqlite-(?:wal|shm)$/, ".sqlite");
  if (!first.said.includes(named)) return [...faults, `it is not named: ${first.said}`];
  if (/restore it|delete it|takes it off/.test(first.said)) return faults;
  for (const path of toRemove(first.said)) rmSync(resolve(cwd, path), { recursive: true, force: true });
  for (const command of ["repair", "reindex"])
    faults.push(...crashed((await cliHere("medhelm", [command, "-o", "out"], { cwd })).stderr));
  const second = await serve(cwd, paths, view);
  return second.isSame ? faults : [...faults, `no command helps: ${first.said} THEN ${second.said}`];
}

/** Starts the service and reads. `said`: all that it prints and logs, and the answers that differ. */
async function serve(
  cwd: string,
  paths: readonly string[],
  whole: View,
): Promise<{ readonly isSame: boolean; readonly said: string }> {
  const stack = start(cwd);
  let token: string;
  try {
    [, token = ""] = await stack.until(READY);
  } catch (error) {
    return { isSame: false, said: String(error) };
  }
  const view = await read(paths, token);
  const { stdout, stderr } = await stack.stop("SIGINT");
  const others = paths.filter((path) => view[path] !== whole[path]).map((path) => `${path} ${view[path]}`);
  return { isSame: others.length === 0, said: [stdout, stderr, ...others].join("\n") };
}

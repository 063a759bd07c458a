import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { showRuns } from "@medhelm/adapters/objects/show-runs";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { withHash } from "@medhelm/core/store/manifest-hash";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { openRun } from "@medhelm/core/store/run-files";
import { plan, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { command as migrate } from "./migrate.ts";
import { command as summarize } from "./summarize.ts";
import { command } from "./verify.ts";

const one = await plan(3, "demo_questions:model=baseline/first-option");
const RUN = one.runSpec.name;

/** An output folder with one sealed run, which is shown, and the release "r1" of it. */
let sealed: string;
/** The folder of the run's generation below the output folder, and that of the derived files. */
let [generation, derived] = ["", ""];
beforeAll(async () => {
  sealed = mkdtempSync(join(tmpdir(), "medhelm-verify-"));
  const objects = fsStore(sealed);
  await runToSeal(workerPorts(objects, { answered: [] }), workRequest(one));
  const { manifest, keyOf } = await openRun(objects, SUITE, RUN);
  if (manifest === undefined) throw new Error("the run is not sealed");
  await showRuns(sealed, objects)(manifest);
  objects.close();
  generation = dirname(keyOf("run_spec.json"));
  derived = dirname(keyOf("stats.json"));
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await summarize.run(["--release", "r1", "--suites", SUITE, "-o", sealed]);
  await summarize.run(["--suite", SUITE, "-o", sealed]);
  vi.restoreAllMocks();
});
afterAll(() => rmSync(sealed, { recursive: true }));

/** A copy of the output folder that a test may damage. */
function copied(): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-verify-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(sealed, folder, { recursive: true });
  return folder;
}

function edit(folder: string, file: string, from: string | RegExp, to: string): void {
  const before = readFileSync(join(folder, file), "utf8");
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${file} does not contain ${String(from)}`);
  writeFileSync(join(folder, file), after);
}

async function verified(folder: string, name: string, ...more: readonly string[]) {
  let [stdout, stderr] = ["", ""];
  vi.spyOn(process.stderr, "write").mockImplementation((chunk) => {
    stderr += String(chunk);
    return true;
  });
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    stdout += String(chunk);
    return true;
  });
  try {
    const exitCode = await command.run([name, "-o", folder, ...more]);
    return { exitCode, stdout, stderr };
  } finally {
    vi.restoreAllMocks();
  }
}

const ofRun = (folder: string, ...more: readonly string[]) => verified(folder, RUN, "--suite", SUITE, ...more);

const filesBelow = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String).toSorted();

describe("a run", () => {
  test("that nobody changed has equal numbers", async () => {
    const { exitCode, stdout } = await ofRun(sealed);
    expect(stdout).toMatch(/^run .*: all numbers are equal, computed again from the stored bytes \(\d+ files\)\n$/);
    expect(exitCode).toBe(0);
  });

  test("is found by the path of its folder, too", async () => {
    const { exitCode } = await verified(sealed, join(sealed, "runs", SUITE, RUN));
    expect(exitCode).toBe(0);
  });

  test("is verified without a write to the store", async () => {
    const folder = copied();
    const before = filesBelow(folder);
    await ofRun(folder);
    await verified(folder, "r1");
    expect(filesBelow(folder)).toEqual(before);
  });

  test("with another number in stats.json has its first difference there, with both values", async () => {
    const folder = copied();
    edit(folder, `${derived}/stats.json`, /"sum": (\d)/, '"sum": 7');
    const { exitCode, stdout } = await ofRun(folder);
    expect(stdout).toContain(`the first difference is in ${derived}/stats.json\n`);
    expect(stdout).toMatch(/\n {2}\d+\.sum: stored 7\S*, computed \d/);
    expect(exitCode).toBe(1);
  });

  test.each(["corrected/stats.json", "per_instance_stats.json", "scores.json", "pages/1.json"])(
    "with another byte in %s has its first difference there",
    async (file) => {
      const folder = copied();
      edit(folder, `${derived}/${file}`, /\d(?=[^\d]*$)/, (7).toString());
      const { exitCode, stdout } = await ofRun(folder);
      expect(stdout).toContain(`the first difference is in ${derived}/${file}\n`);
      expect(exitCode).toBe(1);
    },
  );

  test.each(["scenario_state.json", "run_spec.json"])(
    "with another byte in %s has its first difference there",
    async (file) => {
      const folder = copied();
      edit(folder, `${generation}/${file}`, /[a-z](?=")/, "_");
      const { exitCode, stdout } = await ofRun(folder);
      expect(stdout).toContain(`the first difference is in ${generation}/${file}\n  sha256: stored `);
      expect(exitCode).toBe(1);
    },
  );

  test("with another byte in the manifest is damaged", async () => {
    const folder = copied();
    edit(folder, `runs/${SUITE}/${RUN}/manifest.json`, '"generation":1', '"generation":2');
    const { exitCode, stdout } = await ofRun(folder);
    expect(stdout).toContain(`runs/${SUITE}/${RUN}/manifest.json is damaged\n`);
    expect(exitCode).toBe(1);
  });

  test("with a file of earlier rules names them and the command that makes it again, which works", async () => {
    const folder = copied();
    const page = readFileSync(join(folder, derived, "pages/worst.json"), "utf8").replace("{", "{ ");
    writeFileSync(join(folder, derived, "pages/worst.json"), page);
    const manifest = join(folder, "runs", SUITE, RUN, "manifest.json");
    const {
      derivedRules: _rules,
      ownSha256: _own,
      ...fields
    } = Manifest.parse(JSON.parse(readFileSync(manifest, "utf8")));
    const files = { ...fields.files, "pages/worst.json": sha256Hex(page) };
    writeFileSync(manifest, JSON.stringify(withHash({ ...fields, files })));
    const { exitCode, stdout } = await ofRun(folder);
    expect(stdout).toContain(
      "\n  version 0 of the rules for pages made it, and this medhelm has version 3; medhelm migrate --derived makes it again\n",
    );
    expect(exitCode).toBe(1);
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    expect(await migrate.run(["--derived", "-o", folder])).toBe(0);
    vi.restoreAllMocks();
    expect((await ofRun(folder)).exitCode).toBe(0);
  });

  test("with another number in the shown copy says that the sealed file is whole", async () => {
    const folder = copied();
    edit(folder, `runs/${SUITE}/${RUN}/stats.json`, /"sum": (\d)/, '"sum": 7');
    const { exitCode, stdout } = await ofRun(folder);
    expect(stdout).toContain(`the first difference is in runs/${SUITE}/${RUN}/stats.json\n`);
    expect(stdout).toContain("the sealed file is whole, and medhelm repair copies it again\n");
    expect(exitCode).toBe(1);
  });

  test("with a number that somebody changed together with its hash has its first difference there", async () => {
    const folder = copied();
    const [stats, manifest] = [join(folder, derived, "stats.json"), `runs/${SUITE}/${RUN}/manifest.json`];
    const before = sha256Hex(readFileSync(stats));
    edit(folder, `${derived}/stats.json`, /"sum": (\d)/, '"sum": 7');
    edit(folder, manifest, before, sha256Hex(readFileSync(stats)));
    edit(folder, manifest, /,"ownSha256":"[0-9a-f]+"/, "");
    const { exitCode, stdout } = await ofRun(folder);
    expect(stdout).toContain(`the first difference is in ${derived}/stats.json\n`);
    expect(exitCode).toBe(1);
  });

  test.each(["scenario_state.json", "run_spec.json", "scenario.json"])(
    "of public text without its %s is damaged",
    async (file) => {
      const folder = copied();
      rmSync(join(folder, generation, file));
      const { exitCode, stdout } = await ofRun(folder);
      expect(stdout).toMatch(
        new RegExp(
          `${file} is damaged\n  this file of the sealed (?:run|generation) is missing; call medhelm repair\n$`,
        ),
      );
      expect(exitCode).toBe(1);
    },
  );

  test("of held text without its scenario state says that the numbers are not computed again", async () => {
    const folder = copied();
    rmSync(join(folder, generation, "scenario_state.json"));
    edit(folder, `runs/${SUITE}/${RUN}/manifest.json`, '"access":"public"', '"access":"gated"');
    edit(folder, `runs/${SUITE}/${RUN}/manifest.json`, /,"ownSha256":"[0-9a-f]+"/, "");
    const { exitCode, stdout, stderr } = await ofRun(folder);
    expect(stderr).toContain(
      `medhelm: not checked: the numbers are not computed again: ${generation}/scenario_state.json is missing`,
    );
    expect(stdout).toContain("2 things are not checked\n");
    expect(exitCode).toBe(0);
  });

  test("prints its difference as JSON", async () => {
    const folder = copied();
    edit(folder, `${derived}/scores.json`, '"formatVersion":1', '"formatVersion":3');
    const { stdout } = await ofRun(folder, "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      run: RUN,
      equal: false,
      difference: { file: `${derived}/scores.json`, key: "formatVersion", stored: 3, recomputed: 1 },
    });
  });

  test("that does not exist is refused with one sentence", async () => {
    await expect(verified(sealed, "nothing:model=m", "--suite", SUITE)).rejects.toThrow(
      `there is no run nothing:model=m in suite "${SUITE}"; name a run with --suite, or a release`,
    );
  });
});

describe("a release", () => {
  test("that nobody changed has equal numbers", async () => {
    const { exitCode, stdout, stderr } = await verified(sealed, "r1");
    expect(stdout).toMatch(/^release r1: all numbers are equal, computed again from the stored bytes \(\d+ files\)\n$/);
    expect(stderr).not.toContain("not checked");
    expect(exitCode).toBe(0);
  });

  test.each([
    ["leaderboard.json", '"formatVersion":1', '"formatVersion":2'],
    ["leaderboard.json", /"value":\d/, '"value":7'],
    ["sealed-runs.json", '"generation":1', '"generation":2'],
    ["runs.json", /"sum": \d/, '"sum": 7'],
    ["summary.json", `"${SUITE}"`, '"t"'],
  ])("with another value in %s, %s, has its first difference there", async (file, from, to) => {
    const folder = copied();
    edit(folder, `releases/r1/${file}`, from, to);
    const { exitCode, stdout } = await verified(folder, "r1");
    expect(stdout).toMatch(new RegExp(`^release r1: .*releases/r1/${file}`));
    expect(exitCode).toBe(1);
  });

  test("with a damaged record is damaged", async () => {
    const folder = copied();
    edit(folder, "releases/r1/release.json", '"helm"', '"helx"');
    const { exitCode, stdout } = await verified(folder, "r1");
    expect(stdout).toContain("release r1: releases/r1/release.json is damaged\n");
    expect(exitCode).toBe(1);
  });

  test("has the difference of its run, but not its tables with --tables-only", async () => {
    const folder = copied();
    edit(folder, `${derived}/per_instance_stats.json`, /\d(?=[^\d]*$)/, "7");
    const { stdout } = await verified(folder, "r1");
    expect(stdout).toContain(`${derived}/per_instance_stats.json\n`);
    expect((await verified(folder, "r1", "--tables-only")).exitCode).toBe(0);
  });

  test("that does not exist is refused with one sentence", async () => {
    await expect(verified(sealed, join(sealed, "releases", "r2"))).rejects.toThrow(
      "there is no release r2 with a release.json; name a run, or a release that medhelm summarize made",
    );
  });
});

describe("the summary of a suite", () => {
  test.each([
    [
      SUITE,
      `suite ${SUITE}: its runs changed after its summary`,
      `medhelm summarize --suite ${SUITE} makes the summary again`,
    ],
    [
      "r1",
      "release r1: its runs changed after it was made",
      `medhelm summarize --release NEW_NAME --suites ${SUITE} makes a new one`,
    ],
  ])("of which a later run failed says so in one sentence (%s)", async (name, what, next) => {
    const folder = copied();
    const objects = fsStore(folder);
    await objects.put(keys.identity(SUITE, "demo_questions:model=m_b"), "{}");
    await objects.put(keys.runFile(SUITE, "demo_questions:model=m_b", "run_spec.json"), "{}");
    objects.close();
    const { exitCode, stdout } = await verified(folder, name);
    expect(stdout).toBe(
      `${what}: demo_questions:model=m_b is left out now (it is not sealed, because it is still running or was interrupted); ${next}\n`,
    );
    expect(exitCode).toBe(1);
  });

  test("that nobody changed has equal numbers, by its name and by the path of its folder", async () => {
    const { exitCode, stdout } = await verified(sealed, SUITE);
    expect(stdout).toMatch(/^suite s: all numbers are equal, computed again from the stored bytes \(\d+ files\)\n$/);
    expect(exitCode).toBe(0);
    expect((await verified(sealed, join(sealed, "runs", SUITE))).stdout).toBe(stdout);
    expect((await verified(sealed, SUITE, "--num-threads", "1")).stdout).toBe(stdout);
  });

  test.each([
    ["leaderboard.json", /"value":\d/, '"value":7'],
    ["summary.json", `"${SUITE}"`, '"u"'],
    ["runs.json", /"sum": \d/, '"sum": 7'],
  ])("with another value in %s has its first difference there", async (file, from, to) => {
    const folder = copied();
    edit(folder, `runs/${SUITE}/${file}`, from, to);
    const { exitCode, stdout } = await verified(folder, SUITE);
    expect(stdout).toMatch(new RegExp(`^suite ${SUITE}: .*runs/${SUITE}/${file}`));
    expect(exitCode).toBe(1);
  });

  test("has the difference of its run, but not its tables with --tables-only", async () => {
    const folder = copied();
    edit(folder, `${derived}/per_instance_stats.json`, /\d(?=[^\d]*$)/, "7");
    expect((await verified(folder, SUITE)).stdout).toContain(`${derived}/per_instance_stats.json\n`);
    expect((await verified(folder, SUITE, "--tables-only")).exitCode).toBe(0);
  });
});

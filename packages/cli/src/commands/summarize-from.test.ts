import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { putRun } from "@medhelm/testing/fixtures/release";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { command } from "./summarize.ts";
import { command as verify } from "./verify.ts";

/** The place of the runs, and an empty place for the result. */
let [from, to] = ["", ""];
beforeEach(async () => {
  [from, to] = [mkdtempSync(join(tmpdir(), "medhelm-from-")), mkdtempSync(join(tmpdir(), "medhelm-to-"))];
  onTestFinished(() => {
    for (const folder of [from, to]) rmSync(folder, { recursive: true });
    vi.restoreAllMocks();
  });
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, "write").mockReturnValue(true);
  const objects = fsStore(from);
  for (const model of ["m/a", "m/b"]) await putRun(objects, { suite: "s", model, score: 0.5 });
  objects.close();
});

test("a suite of another place is summarised in the output folder, and its place does not change", async () => {
  await command.run(["--suite", "s", "--from", from, "-o", to]);
  const { runs } = Leaderboard.parse(JSON.parse(readFileSync(join(to, "runs/s/leaderboard.json"), "utf8")));
  expect(runs.map(({ model }) => model)).toEqual(["m/a", "m/b"]);
  expect(readdirSync(join(from, "runs/s"))).toEqual(["quiz:model=m_a", "quiz:model=m_b"]);
});

test("a release of another place is made in the output folder twice, and the first one is kept", async () => {
  const release = ["--release", "r1", "--suites", "s", "--from", from, "-o", to];
  await command.run(release);
  await command.run(release);
  expect(existsSync(join(to, "releases/r1/leaderboard.json"))).toBe(true);
  expect(existsSync(join(to, "releases/.previous/r1/1/leaderboard.json"))).toBe(true);
  expect(existsSync(join(from, "releases"))).toBe(false);
});

test("a release of another place is verified with the runs of that place, and names --from without it", async () => {
  await command.run(["--release", "r1", "--suites", "s", "--from", from, "-o", to]);
  expect(await verify.run(["r1", "-o", to, "--from", from])).toBe(0);
  await expect(verify.run(["r1", "-o", to])).rejects.toThrow(
    "the release r1 was made of the suite s, which is not here; if medhelm summarize --from made it, give the same --from",
  );
});

test("a suite's summary of another place is verified with the runs of that place", async () => {
  await command.run(["--suite", "s", "--from", from, "-o", to]);
  expect(await verify.run(["s", "-o", to, "--from", from])).toBe(0);
});

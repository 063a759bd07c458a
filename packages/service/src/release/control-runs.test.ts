import { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { fixture, putRun, readReleaseFile } from "@medhelm/testing/fixtures/release";
import { expect, test } from "vitest";
import { buildRelease } from "./build-release.ts";

test("the answers of a check of the judges are no models of a release, whose page of judges has their scores", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.5 });
  await putRun(ports.objects, { suite: "s", model: "altered/empty", score: 0.25 });
  await buildRelease(ports, { kind: "release", release: "r1", suites: ["s"], profile: "helm" });
  const { models, runs, tables, controls } = Leaderboard.parse(
    await readReleaseFile(ports.objects, "r1", "leaderboard.json", Leaderboard),
  );
  expect([models.map(({ name }) => name), runs.map(({ model }) => model), tables[0]?.rows.length]).toEqual([
    ["m/a"],
    ["m/a"],
    1,
  ]);
  expect(controls?.map(({ alteration, value }) => [alteration, value])).toEqual([["empty", 0.25]]);
});

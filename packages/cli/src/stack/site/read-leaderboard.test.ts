import { keys } from "@medhelm/core/store/object-keys";
import { fixture, putRun, SCHEMA } from "@medhelm/testing/fixtures/release";
import { summarizeSuite } from "@medhelm/service/release/build-release";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readLeaderboard } from "./read-leaderboard.ts";

const suite = { kind: "suite", name: "s" } as const;

test("a release of HELM is shown with HELM's schema and the models in it", async () => {
  const ports = { ...fixture(), packagedSchema: "run_groups: []" };
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.5 });
  await putRun(ports.objects, { suite: "s", model: "m/b", score: 0.75 });
  const models = [{ name: "m/a", display_name: "A (2030)", creator_organization: "M", access: "open" }];
  const put = (file: string, value: unknown) => ports.objects.put(`releases/r/${file}`, JSON.stringify(value));
  await put("summary.json", { release: "r", suites: ["s"], date: "2030-01-01" });
  await put("schema.json", { ...parse(SCHEMA), models });
  const board = await readLeaderboard(ports, { kind: "release", name: "r" }, () => undefined);
  expect([board.rootGroup, board.schema, board.suites]).toEqual(["all", "schema.json", ["s"]]);
  expect(board.models.map(({ name, displayName }) => [name, displayName])).toEqual([
    ["m/a", "A (2030)"],
    ["m/b", "m/b"],
  ]);
});

test("a suite that HELM has summarised since with more runs is shown with all of them", async () => {
  const ports = fixture();
  const lines: string[] = [];
  const first = await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.5, access: "public" });
  await summarizeSuite(ports, { kind: "suite", suite: "s", profile: "helm" });
  const before = await readLeaderboard(ports, suite, (line) => lines.push(line));
  expect([before.runs.length, lines]).toEqual([1, []]);
  const second = await putRun(ports.objects, { suite: "s", model: "m/b", score: 0.75 });
  const map = JSON.stringify({ [first]: "s", [second]: "s" });
  await ports.objects.put(`${keys.runs("s")}runs_to_run_suites.json`, map);
  const after = await readLeaderboard(ports, suite, (line) => lines.push(line));
  expect([after.runs.length, lines.length]).toEqual([2, 1]);
});

test("a suite that was never summarised is refused with the command to run", async () => {
  await expect(readLeaderboard(fixture(), suite, () => undefined)).rejects.toThrow(
    "runs/s/: it has not been summarised; run medhelm summarize first",
  );
});

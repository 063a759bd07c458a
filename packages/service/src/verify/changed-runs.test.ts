import { expect, test } from "vitest";
import { changedRuns } from "./changed-runs.ts";

const run = (name: string, seal = "1") => ({ suite: "s", run: name, seal });
const gap = (name: string) => ({ suite: "s", run: name, reason: "it is not sealed" });
const of = (...names: string[]) => ({ runs: names.map((name) => run(name)), notices: [] });

test("the same runs are no change", () => {
  expect(changedRuns(of("a", "b"), [run("a"), run("b")], [])).toBeUndefined();
});

test("a new run, a run with another seal and an absent run are named", () => {
  expect(changedRuns(of("a", "b"), [run("b", "2"), run("c")], [])).toBe(
    "b was made again, c is new, a is not there any more",
  );
});

test("a run that counted and that failed later is named once, with the reason", () => {
  expect(changedRuns(of("a", "b"), [run("a")], [gap("b")])).toBe("b is left out now (it is not sealed)");
});

test("a run that failed after the tables were made is named with the reason", () => {
  expect(changedRuns(of("a"), [run("a")], [gap("b")])).toBe("b is left out now (it is not sealed)");
});

test("a run that was left out before is no change", () => {
  const made = { ...of("a"), notices: ["Left out: b (it is not sealed)."] };
  expect(changedRuns(made, [run("a")], [gap("b")])).toBeUndefined();
});

test("the same name in another suite is another run", () => {
  expect(changedRuns(of("a"), [run("a"), { ...run("a"), suite: "t" }], [])).toBe("a is new");
});

test("more than five changes are counted", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  expect(
    changedRuns(
      of(),
      names.map((name) => run(name)),
      [],
    ),
  ).toBe("a is new, b is new, c is new, d is new, e is new and 2 more changes");
});

import { expect, test } from "vitest";
import { withJurySeverity } from "./jury-severity.ts";
import { LeaderboardRun } from "../leaderboard/leaderboard.ts";

const full = { value: 4, n: 10 };

function runOf(slug: string, family: string[], jury: LeaderboardRun["jury"], benchmark = "notes"): LeaderboardRun {
  return LeaderboardRun.parse({
    slug,
    suite: "s",
    run: slug,
    benchmark,
    model: slug,
    modelDeployment: slug,
    access: "public",
    hasPages: false,
    instances: 10,
    mainMetric: "score",
    mainValue: 4,
    stats: {},
    judges: ["a", "b", "c"].map((name) => ({ name, model: name, standIn: false, sameFamily: family.includes(name) })),
    jury,
    origin: "medhelm",
  });
}

/** A neutral run in which judge a scores 0.6 above the mean of the jury. */
const neutral = (slug: string, a: number, benchmark?: string) =>
  runOf(slug, [], { full, missingVerdicts: 0, judgeEffects: { a, b: -a / 2, c: -a / 2 } }, benchmark);
const own = runOf("own", ["a"], {
  full,
  missingVerdicts: 0,
  judgeEffects: { a: 2, b: -1, c: -1 },
  withoutFamily: { judges: ["a"], value: 3 },
});

test("the severity of a judge that is left out comes from other models' runs, not from its own family's", () => {
  const [shown] = withJurySeverity([own, neutral("x", 0.6), neutral("y", 0.2)]);
  // b and c score 0.3 and 0.1 below the jury elsewhere, 0.2 on average
  expect(shown?.jury?.withoutFamily).toEqual({ judges: ["a"], value: 3, comparable: 3.2, severityRuns: 2 });
});

test("without another model's run of the benchmark, the severity is unknown", () => {
  const [shown] = withJurySeverity([own, neutral("x", 0.6, "other")]);
  expect(shown?.jury?.withoutFamily).toEqual({ judges: ["a"], value: 3 });
});

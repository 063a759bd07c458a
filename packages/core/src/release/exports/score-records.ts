import { z } from "zod";
import type { LeaderboardRun } from "../leaderboard/leaderboard.ts";
import type { Scores } from "../runs/scores.ts";
import type { ExportRecord } from "./table-records.ts";

/** Fields that older runs lack. */
const Closed = z.object({
  repeat: z.int().optional().catch(undefined),
  gold: z.string().optional().catch(undefined),
  given: z.string().optional().catch(undefined),
});

/**
 * Returns a function that makes the records of a run's scores: one for each instance, trial and metric. The rows of a run that is not public have
 * numbers only. Its ids, clusters and strata are numbered in the order in which they appear. Labels and hashes are left out. The numbers of
 * one benchmark's instances are the same in all runs, so that runs can still be compared by instance.
 */
export function scoreRecords(): (run: LeaderboardRun, scores: Scores) => Generator<ExportRecord> {
  const numbersOf = new Map<string, Map<string, number>>();
  const numbered = (kind: string, text: string): string => {
    const numbers = numbersOf.get(kind) ?? new Map<string, number>();
    numbersOf.set(kind, numbers);
    const number = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, number);
    return String(number);
  };
  return function* records(run, { metrics, rows }) {
    const isPublic = run.access === "public";
    const name = (kind: string, text: string | undefined): string | null =>
      text === undefined ? null : isPublic ? text : numbered(`${run.benchmark} ${kind}`, text);
    for (const row of rows) {
      const { repeat, gold, given } = Closed.parse(row);
      const common = {
        suite: run.suite,
        run: run.run,
        benchmark: run.benchmark,
        model: run.model,
        model_deployment: run.modelDeployment,
        access: run.access,
        id: isPublic ? row.id : name("id", JSON.stringify([row.id, row.inputSha256])),
        input_sha256: isPublic ? (row.inputSha256 ?? null) : null,
        trial: row.trial,
        repeat: repeat ?? null,
        cluster: name("cluster", row.cluster),
        stratum: name("stratum", row.stratum),
        gold: isPublic ? (gold ?? null) : null,
        given: isPublic ? (given ?? null) : null,
      };
      for (const [index, metric] of metrics.entries())
        yield {
          ...common,
          metric: metric.name,
          profile: metric.profile,
          is_main: metric.main,
          score: row.values[index] ?? null,
        };
    }
  };
}

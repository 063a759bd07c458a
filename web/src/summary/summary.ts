import type { LeaderboardModel } from "@medhelm/core/release/leaderboard/leaderboard";
import { benchmarkColumn } from "../benchmark/column.ts";
import { isAbove } from "../benchmark/headline.ts";
import { floorOf } from "../benchmark/floor.ts";
import { kindsOfWork } from "../model/kinds-of-work.ts";
import { headlineAnswer, measured } from "../model/model-facts.ts";
import { judgeLines, replyLines } from "../model/replies.ts";
import { mainRow, type Row } from "../model/rows.ts";
import { mayHaveSeen } from "../model/seen.ts";
import type { Site } from "../release/site.ts";
import { neighbours } from "./neighbours.ts";
import { notTested } from "./not-tested.ts";

/**
 * The evaluation summary of a model as data. docs/evaluation-summary.md maps its fields to forms of others. A number that the release does not have
 * is absent.
 */
export function evaluationSummary(site: Site, model: LeaderboardModel) {
  // JSON leaves out a field that is undefined
  const { leaderboard } = site;
  const row = mainRow(site, model.name);
  const runs = leaderboard.runs.filter((run) => run.model === model.name);
  const parts = row === undefined ? [] : kindsOfWork(site, row);
  return {
    formatVersion: 1,
    release: {
      name: leaderboard.name,
      date: leaderboard.date,
      profile: leaderboard.profile,
      models: leaderboard.models.length,
      benchmarks: site.benchmarks.length,
    },
    model: {
      name: model.name,
      displayName: model.displayName || model.name,
      maker: model.organization,
      weights: model.access,
      isBaseline: model.isBaseline,
      deployments: [...new Set(runs.map(({ modelDeployment }) => modelDeployment))],
      parameters: model.parameters,
      releaseDate: model.releaseDate,
      knowledgeCutoff: model.knowledgeCutoff,
      prices: model.prices,
    },
    result: resultOf(site, row),
    kindsOfWork: parts.map(({ group, benchmarks: count, value, middle, interval, isOfQuestions }) => ({
      group: group.name,
      name: group.displayName,
      benchmarks: count,
      score: value,
      middleModel: middle,
      interval,
      intervalIsOf: interval && (isOfQuestions ? "new questions" : "other benchmarks"),
    })),
    benchmarks: row === undefined ? [] : benchmarkLines(site, row, model.knowledgeCutoff),
    replies: replyLines(runs),
    latency: runs.flatMap(({ benchmark, latency }) => (latency === undefined ? [] : [{ benchmark, ...latency }])),
    judges: judgeLines(runs),
    notTested: notTested(site, row),
    knownFaults: site.benchmarks.flatMap(({ name, displayName, benchmark }) => {
      const faults = benchmark?.knownFaults ?? [];
      return faults.length === 0 ? [] : [{ benchmark: name, displayName, faults }];
    }),
    verify: {
      command: `medhelm verify ${leaderboard.name}`,
      results: runs.flatMap(({ run, suite, contentSha256 }) =>
        contentSha256 === undefined ? [] : [{ suite, run, contentSha256 }],
      ),
    },
    comparedWith: neighbours(site, row).map((other) => ({
      model: other.model,
      displayName: site.modelName(other.model),
      summary: `../${site.modelSlug(other.model)}/summary.json`,
    })),
  };
}

function resultOf(site: Site, row: Row | undefined) {
  const { value, answer } = (row && headlineAnswer(site, row)) ?? {};
  const { benchmarks, of, answers, costUsd, costPerThousand } = measured(site, row);
  return {
    score: value,
    interval: answer?.interval,
    rankSet: answer?.rankSet,
    mayBeBest: answer?.mayBeBest,
    meanWinRate: row?.meanWinRate ?? null,
    benchmarks,
    ofBenchmarks: of,
    answers,
    costUsd,
    costUsdPerThousandAnswers: costPerThousand,
  };
}

/** The model on each benchmark that it has a value on. */
function benchmarkLines(site: Site, row: Row, cutoff: string | undefined) {
  return site.benchmarks.flatMap(({ name, displayName, benchmark }) => {
    const column = benchmarkColumn(site, name);
    const entry = column?.entries.find(
      (one) => one.row.model === row.model && one.row.modelDeployment === row.modelDeployment,
    );
    if (column === undefined || entry === undefined) return [];
    const { value, interval, cell } = entry;
    const floor = floorOf(site, name);
    const isSeen = mayHaveSeen(benchmark?.dates, cutoff);
    return [
      {
        benchmark: name,
        displayName,
        ...(benchmark === undefined ? {} : { access: benchmark.access }),
        metric: column.column.metric,
        value,
        ...(column.bounds === undefined ? {} : { scale: column.bounds }),
        ...(interval === undefined ? {} : { interval: { low: interval.low, high: interval.high } }),
        questions: cell.instances,
        ...(cell.scored === undefined ? {} : { answersWithScore: cell.scored }),
        ...(floor === undefined
          ? {}
          : { floor: { value: floor.value, is: floor.what }, isAboveFloor: isAbove(column, entry, floor.value) }),
        ...(isSeen === undefined ? {} : { mayHaveBeenSeen: isSeen }),
      },
    ];
  });
}

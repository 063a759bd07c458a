import { type Amount, exactly, sumAmounts, timesAmount } from "@medhelm/core/money/amount";
import type { MinuteLimits } from "@medhelm/core/models/minute-limits";
import type { PlannedUse } from "./plan-run.ts";

/** The stated speed of a server, by which a plan counts time. */
const SPEED = {
  /** seconds until the first token of an answer */
  startSeconds: { low: 0.3, expected: 0.7, high: 2 },
  /** seconds for a token of one answer */
  tokenSeconds: { low: 1 / 100, expected: 1 / 50, high: 1 / 15 },
} as const;

export const speedText = `${SPEED.startSeconds.expected} s until its first token and ${1 / SPEED.tokenSeconds.expected} tokens a second`;

export interface PlanSpeed {
  readonly concurrency: number;
  /** The limits a minute of a deployment that sets none itself. */
  readonly perMinute?: MinuteLimits;
}

type Use = Pick<PlannedUse, "deployment" | "requests" | "promptTokens" | "completionTokens"> & {
  readonly model: Pick<PlannedUse["model"], "perMinute">;
};

/** The seconds at the stated speed, or those that the limits a minute of the slowest deployment need, if that is longer. */
export function planSeconds(uses: readonly Use[], { concurrency, perMinute }: PlanSpeed): Amount {
  const work = sumAmounts(
    uses.flatMap(({ requests, completionTokens }) => [
      timesAmount(requests, SPEED.startSeconds),
      timesAmount(completionTokens, SPEED.tokenSeconds),
    ]),
  );
  const limited = [...Map.groupBy(uses, ({ deployment }) => deployment).values()].flatMap((same) =>
    limitedSeconds(same, same[0]?.model.perMinute ?? perMinute),
  );
  return longest([timesAmount(work, exactly(1 / concurrency)), ...limited]);
}

/** The seconds that each limit needs. */
function limitedSeconds(uses: readonly Use[], { requests, tokens }: MinuteLimits = {}): Amount[] {
  const sent = sumAmounts(uses.map((use) => use.requests));
  const used = sumAmounts(uses.flatMap(({ promptTokens, completionTokens }) => [promptTokens, completionTokens]));
  return [
    ...(requests === undefined ? [] : [timesAmount(sent, exactly(60 / requests))]),
    ...(tokens === undefined ? [] : [timesAmount(used, exactly(60 / tokens))]),
  ];
}

const longest = (amounts: readonly Amount[]): Amount => ({
  low: Math.max(...amounts.map(({ low }) => low)),
  expected: Math.max(...amounts.map(({ expected }) => expected)),
  high: Math.max(...amounts.map(({ high }) => high)),
});

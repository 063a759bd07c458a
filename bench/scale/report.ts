import {
  addIndexRequests,
  addRequests,
  type Bill,
  fargateUsd,
  lambdaUsd,
  s3Usd,
  sqsTotal,
  sqsUsd,
  STEPS,
} from "./bill.ts";
import { type IndexRequests, indexUsd, noIndexRequests, totalOfIndex } from "./counted-index.ts";
import { noRequests, type S3Requests, totalOf } from "./counted-store.ts";
import { PRICES } from "./prices.ts";
import type { SimulationResult } from "./simulate.ts";

/** The lines of the table, each with the function of its cell. */
export const ROWS: Readonly<Record<string, (result: SimulationResult) => number>> = {
  "runs sealed": ({ sealed }) => sealed,
  "runs failed": ({ failed }) => failed,
  "makespan, hours": ({ makespanS }) => makespanS / 3600,
  jobs: ({ jobs }) => jobs,
  "Spot reclaims": ({ reclaims }) => reclaims,
  "GPU machines, hours": ({ bill }) => sum(bill.gpu, ({ paidS }) => paidS) / 3600,
  "GPU machines, $": ({ bill }) => sum(bill.gpu, ({ usd }) => usd),
  "GPU idle, %": ({ bill }) =>
    100 *
    (1 -
      sum(bill.gpu, ({ askingS }) => askingS) /
        Math.max(
          1,
          sum(bill.gpu, ({ paidS }) => paidS),
        )),
  "Fargate, $": ({ bill }) => fargateUsd(bill.fargate),
  "hosted candidates, $": ({ bill }) => bill.hosted.candidatesUsd,
  "hosted judges, $": ({ bill }) => bill.hosted.judgesUsd,
  "S3 requests": ({ bill }) => totalOf(allS3(bill)),
  "S3 requests, $": ({ bill }) => s3Usd(allS3(bill)),
  ...Object.fromEntries(
    STEPS.map((step) => [`  of these ${step}`, ({ bill }: SimulationResult) => totalOf(bill.s3[step])]),
  ),
  "index requests": ({ bill }) => totalOfIndex(allIndex(bill)),
  "index requests, $": ({ bill }) => indexUsd(allIndex(bill)),
  ...Object.fromEntries(
    STEPS.map((step) => [`  of these ${step} `, ({ bill }: SimulationResult) => totalOfIndex(bill.index[step])]),
  ),
  "index, MB": ({ bill }) => bill.indexBytes / 1e6,
  "index, $ a month": ({ bill }) => (bill.indexBytes / 1e9) * PRICES.dynamoPerGbMonth,
  "SQS requests": ({ bill }) => sqsTotal(bill.sqs),
  "  of these empty receives": ({ bill }) => bill.sqs.empty,
  "SQS requests, $": ({ bill }) => sqsUsd(bill.sqs),
  "Lambda, GB-s": ({ bill }) => bill.lambda.gbSeconds,
  "Lambda, $": ({ bill }) => lambdaUsd(bill.lambda),
  "longest sweep, s": ({ bill }) => bill.longestS.sweep,
  "requests of a sweep at most": ({ sweeps }) => sweeps.mostRequests,
  "all, $": (result) => allUsd(result),
};

export function allS3(bill: Bill): S3Requests {
  const all = noRequests();
  for (const step of STEPS) addRequests(all, bill.s3[step]);
  return all;
}

export function allIndex(bill: Bill): IndexRequests {
  const all = noIndexRequests();
  for (const step of STEPS) addIndexRequests(all, bill.index[step]);
  return all;
}

/** Answers and machines: hosted models, GPUs, and Fargate. */
export function workUsd({ hosted, gpu, fargate }: Bill): number {
  return hosted.candidatesUsd + hosted.judgesUsd + sum(gpu, ({ usd }) => usd) + fargateUsd(fargate);
}

/** Requests and functions. */
export const serviceUsd = (bill: Bill): number =>
  s3Usd(allS3(bill)) + indexUsd(allIndex(bill)) + sqsUsd(bill.sqs) + lambdaUsd(bill.lambda);

export const allUsd = ({ bill }: SimulationResult): number => workUsd(bill) + serviceUsd(bill);

const sum = <T>(record: Readonly<Record<string, T>>, of: (value: T) => number): number =>
  Object.values(record).reduce((total, value) => total + of(value), 0);

/** A Markdown table with one column per size. The last column is the growth of a line between the last two sizes: n^exponent. */
export function table(results: readonly SimulationResult[]): string {
  const [before, last] = results.slice(-2);
  const head = ["submissions", ...results.map(({ submissions }) => String(submissions))];
  if (last !== undefined) head.push("grows as n^");
  const lines = Object.entries(ROWS).map(([name, of]) => {
    const cells = [name.replace(/^ +/, "&nbsp;&nbsp;"), ...results.map((result) => shown(of(result)))];
    if (before !== undefined && last !== undefined)
      cells.push(exponent(before.submissions, of(before), last.submissions, of(last)));
    return cells;
  });
  return [head, head.map((_, i) => (i === 0 ? "---" : "---:")), ...lines]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

/** log(y2 / y1) / log(n2 / n1): 1 is linear. */
function exponent(n1: number, y1: number, n2: number, y2: number): string {
  return y1 > 0 && y2 > 0 && n1 !== n2 ? (Math.log(y2 / y1) / Math.log(n2 / n1)).toFixed(2) : "";
}

const shown = (value: number): string =>
  value >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString("en-GB") : value.toPrecision(2);

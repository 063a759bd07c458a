import { type Amount, sumAmounts, timesAmount } from "@medhelm/core/money/amount";
import { MARGINS } from "@medhelm/core/money/estimate-run";
import { duration } from "../terminal/progress-line.ts";
import { textTable } from "../terminal/text-table.ts";
import type { PlannedRun, PlannedUse } from "./plan-run.ts";
import { planSeconds, type PlanSpeed, speedText } from "./plan-seconds.ts";

/** The stated speed of a GPU. */
const SPEED = {
  /** hours of a GPU for a token read or written, over all requests in flight */
  readHours: { low: 1 / (30_000 * 3600), expected: 1 / (10_000 * 3600), high: 1 / (3000 * 3600) },
  writeHours: { low: 1 / (4000 * 3600), expected: 1 / (1200 * 3600), high: 1 / (300 * 3600) },
  /** room for the context of the requests in flight, as a share of the weights */
  memoryShare: 1.2,
} as const;

const ASSUMPTIONS = [
  `Ranges are 90 % ranges. Prompts are counted with the model's tokenizer, else with o200k_base, which may differ by ${MARGINS.otherTokenizer * 100} %; without the data, published lengths of prompts are used.`,
  "The prompts of a run are counted in its own wording. HELM's wording has other lengths: compare published usage with a plan that has --prompts helm.",
  "The length of answers is that of earlier runs of the same benchmark and model in this suite, else a guess from the references and the limit. A first run with --max-eval-instances 30 measures it.",
  "Judges are counted once for each answer or item of a rubric. Repeated requests are not counted. Stored answers cost nothing and are left out, in a long run by the share of a sample; stored verdicts only if the run is complete.",
];

const usesOf = (runs: readonly PlannedRun[]): PlannedUse[] =>
  runs.flatMap(({ candidate, judges }) => [candidate, ...judges]);

/** The sums over the runs. An absent amount of money has at least one unknown price. */
function totals(runs: readonly PlannedRun[]) {
  const uses = usesOf(runs);
  return {
    requests: sumAmounts(uses.map(({ requests }) => requests)),
    promptTokens: sumAmounts(uses.map(({ promptTokens }) => promptTokens)),
    completionTokens: sumAmounts(uses.map(({ completionTokens }) => completionTokens)),
    candidate: dollars(runs.map(({ candidate }) => candidate)),
    jury: dollars(runs.flatMap(({ judges }) => judges)),
  };
}

/** The cost of several models. */
interface Dollars {
  /** of the models with a price; absent: no price is known */
  readonly known?: Amount;
  /** the models without one */
  readonly unpriced: readonly string[];
}

function dollars(uses: readonly PlannedUse[]): Dollars {
  const known = uses.flatMap(({ usd }) => usd ?? []);
  const unpriced = [...new Set(uses.flatMap(({ usd, deployment }) => (usd === undefined ? [deployment] : [])))];
  return known.length === 0 && uses.length > 0 ? { unpriced } : { known: sumAmounts(known), unpriced };
}

/** The sum as JSON: of all models, or of those with a price, and the models without one. */
function dollarsJson(name: "candidate" | "jury", { known, unpriced }: Dollars) {
  if (unpriced.length === 0) return { [`${name}Usd`]: known };
  return { ...(known === undefined ? {} : { [`${name}KnownUsd`]: known }), [`${name}Unpriced`]: unpriced };
}

/** The memory and hours of models that a machine with GPUs serves, by deployment. */
function servedModels(runs: readonly PlannedRun[]) {
  const uses = usesOf(runs);
  return [...Map.groupBy(uses, ({ deployment }) => deployment)].flatMap(([deployment, same]) => {
    const served = same[0]?.model.served;
    if (served === undefined) return [];
    const read = sumAmounts(same.map(({ promptTokens }) => promptTokens));
    const written = sumAmounts(same.map(({ completionTokens }) => completionTokens));
    const gpuHours = sumAmounts([timesAmount(read, SPEED.readHours), timesAmount(written, SPEED.writeHours)]);
    const memoryGb = Math.ceil(served.weightsGb * SPEED.memoryShare);
    return [{ deployment, gpuClass: served.gpuClass, memoryGb, gpuHours }];
  });
}

/** The plan as JSON: everything that planText prints, with unrounded numbers. */
export function planJson(runs: readonly PlannedRun[], speed: PlanSpeed) {
  const { candidate: candidates, jury, ...total } = totals(runs);
  return {
    runs: runs.map(({ run, prompts, instances, stored, candidate, judges, byTokenCaps, problems, notes }) => ({
      run,
      ...(prompts === undefined ? {} : { prompts }),
      ...(instances === undefined ? {} : { instances }),
      stored,
      candidate: useJson(candidate),
      judges: judges.map(useJson),
      ...(byTokenCaps === undefined ? {} : { byTokenCaps }),
      problems,
      notes,
    })),
    total: {
      ...total,
      ...dollarsJson("candidate", candidates),
      ...dollarsJson("jury", jury),
      seconds: planSeconds(usesOf(runs), speed),
    },
    served: servedModels(runs),
    assumptions: assumptions(speed),
  };
}

const useJson = ({ deployment, requests, promptTokens, completionTokens, usd }: PlannedUse) => ({
  deployment,
  requests,
  promptTokens,
  completionTokens,
  ...(usd === undefined ? {} : { usd }),
});

const HEADER = [
  "run",
  "instances",
  "requests",
  "judged",
  "tokens read",
  "tokens written",
  "candidate $",
  "jury $",
  "prompts",
];

/** The plan for people: a row for each run, the sums, and what would go wrong. */
export function planText(runs: readonly PlannedRun[], speed: PlanSpeed, others: readonly string[]): string {
  const total = totals(runs);
  const rows = runs.map((planned) => {
    const { promptTokens, completionTokens, candidate, jury } = totals([planned]);
    const judged = sumAmounts(planned.judges.map((judge) => judge.requests)).expected;
    const own = planned.candidate.requests.expected;
    const sizes = [planned.instances === undefined ? "unknown" : String(planned.instances), count(own), count(judged)];
    const isKnown = planned.instances !== undefined;
    const tokens = isKnown ? [ranged(promptTokens), ranged(completionTokens)] : ["unknown", "unknown"];
    const costs = [money(candidate, isKnown), money(jury, isKnown)];
    return [planned.run, ...sizes, ...tokens, ...costs, planned.prompts ?? "unknown"];
  });
  const judgeCount = sumAmounts(runs.flatMap(({ judges }) => judges.map(({ requests }) => requests))).expected;
  const sum = [
    "all",
    "",
    count(total.requests.expected - judgeCount),
    count(judgeCount),
    ranged(total.promptTokens),
    ranged(total.completionTokens),
    money(total.candidate, true),
    money(total.jury, true),
  ];
  const seconds = planSeconds(usesOf(runs), speed);
  const served = servedModels(runs).map(
    ({ deployment, gpuClass, memoryGb, gpuHours }) =>
      `GPU   ${deployment}: about ${memoryGb} GB of GPU memory (${gpuClass}), ${hoursText(gpuHours)} of a GPU`,
  );
  const problems = [...others, ...new Set(runs.flatMap(({ problems: found }) => found))];
  return [
    textTable(HEADER, rows.length > 1 ? [...rows, sum] : rows),
    `time  ${duration(seconds.expected)} (${duration(seconds.low)} to ${duration(seconds.high)})`,
    ...capsLine(runs),
    ...served,
    ...runs.flatMap(storedLine),
    ...[...total.candidate.unpriced, ...total.jury.unpriced].map(priceText),
    ...new Set(runs.flatMap(({ notes }) => notes)),
    ...(problems.length === 0 ? [] : ["", "problems", ...problems.map((text) => `  ${text}`)]),
    "",
    ...assumptions(speed),
    "",
  ].join("\n");
}

/** The costs of all runs by the accounting of published costs. */
function capsLine(runs: readonly PlannedRun[]): string[] {
  const parts = runs.flatMap(({ byTokenCaps }) => byTokenCaps?.totalUsd ?? []);
  if (parts.length < runs.length) return [];
  const usd = parts.reduce((sum, one) => sum + one, 0).toFixed(2);
  return [
    `caps  $${usd} as the MedHELM paper counts: each answer is as long as its limit, and each verdict has 4,096 tokens`,
  ];
}

const storedLine = ({ run, stored, answers }: PlannedRun): string[] =>
  stored === 0 ? [] : [`${run}: ${count(stored)} of ${count(answers)} answers are stored and cost nothing`];

const assumptions = ({ concurrency }: PlanSpeed): string[] => [
  ...ASSUMPTIONS,
  `Time: ${concurrency} concurrent requests, each with ${speedText}, within the limits a minute.`,
];

const count = (value: number): string => Math.round(value).toLocaleString("en-US");

const ranged = ({ low, expected, high }: Amount): string =>
  Math.round(low) === Math.round(high) ? count(expected) : `${count(expected)} (${count(low)} to ${count(high)})`;

const hoursText = ({ low, expected, high }: Amount): string => {
  const [first, second, third] = [expected, low, high].map((hours) => duration(hours * 3600));
  return `${first} (${second} to ${third})`;
};

const rangedFixed = ({ low, expected, high }: Amount, digits: number): string =>
  `${expected.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;

const priceText = (deployment: string): string =>
  `price ${deployment} has no known price, so its cost is left out; give it with --price-per-million ${deployment}=IN,OUT, or 0,0 for a machine of your own`;

/** Dollars with two digits, or with four below a dollar. If a price is missing, the part that is known. */
function money({ known, unpriced }: Dollars, isKnown: boolean): string {
  if (known === undefined || !isKnown) return "unknown";
  const text = known.high === 0 ? "0" : rangedFixed(known, known.expected < 1 ? 4 : 2);
  return unpriced.length === 0 ? text : `${text} + unknown`;
}

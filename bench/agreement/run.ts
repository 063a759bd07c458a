/** How often the 95 % intervals of medhelm agree hold the true value. docs/agreement.md quotes it. */
import { humansAmongThemselves } from "@medhelm/core/agreement/humans-among-themselves";
import { judgeAgainstHumans } from "@medhelm/core/agreement/judge-against-humans";
import type { Measure } from "@medhelm/core/agreement/measure";
import { icc } from "@medhelm/core/statistics/icc";
import { normalQuantile } from "@medhelm/core/statistics/quantiles";
import { pythonRandom } from "@medhelm/core/random/python";
import { defineCommand } from "medhelm/terminal/define-command";
import { runProgram } from "../../scripts/program/run-program.ts";

const DATA_SETS = 300;
const SCALE = { min: 1, max: 5 };
const { random } = pythonRandom("agreement");
const normal = (): number => normalQuantile(Math.max(1e-12, random()));

interface Answer {
  readonly judge: number;
  readonly humans: readonly number[];
}

/** Answers of some quality, which the judge and one or two clinicians see with noise. `shared`: the share of variance that quality explains. */
function drawAnswer(shared: number, isLikert: boolean): Answer {
  const quality = normal();
  const seen = (): number => Math.sqrt(shared) * quality + Math.sqrt(1 - shared) * normal();
  const human = (): number => {
    const score = 4.2 + 0.5 * seen();
    if (!isLikert) return score;
    const point = (): number => Math.min(5, Math.max(1, Math.round(score + 0.4 * normal())));
    return (point() + point() + point()) / 3;
  };
  const judge = 4.4 + 0.35 * seen();
  return {
    judge: isLikert ? Math.min(5, Math.round(judge * 9) / 9) : judge,
    humans: random() < 0.8 ? [human(), human()] : [human()],
  };
}

const draw = (n: number, shared: number, isLikert: boolean): Answer[] =>
  Array.from({ length: n }, () => drawAnswer(shared, isLikert));

const byRater = ({ humans }: Answer, i: number): ReadonlyMap<string, number> =>
  new Map(humans.map((value, j) => [`${i % 7}-${j}`, value]));

function holds(measure: Measure | undefined, truth: number): boolean {
  if (measure === undefined || "undefinedBecause" in measure) return false;
  return "interval" in measure || (measure.low <= truth && truth <= measure.high);
}

export const command = defineCommand({
  name: "npm run bench:agreement --",
  description:
    "Counts how often the 95 % intervals of medhelm agree hold the true value: 300 invented data sets in each of 18 settings. It takes about 10 minutes of one core.",
  options: {},
  async run() {
    for (const isLikert of [false, true]) for (const shared of [0.1, 0.5, 0.8]) printCoverage(shared, isLikert);
    return 0;
  },
});

function printCoverage(shared: number, isLikert: boolean): void {
  const many = draw(200_000, shared, isLikert);
  const truth = icc(many.flatMap(({ humans, judge }) => humans.map((human) => [human, judge])));
  const among = icc(many.filter(({ humans }) => humans.length === 2).map(({ humans }) => humans));
  for (const n of [15, 30, 74]) {
    let [judge, humans] = [0, 0];
    for (let i = 0; i < DATA_SETS; i++) {
      const answers = draw(n, shared, isLikert);
      if (holds(judgeAgainstHumans(answers, SCALE)["ICC(A,1)"], truth?.forms["ICC(A,1)"]?.icc ?? 0)) judge++;
      const { measures } = humansAmongThemselves(answers.map(byRater), SCALE);
      if (holds(measures["ICC(1,1)"], among?.forms["ICC(1,1)"]?.icc ?? 0)) humans++;
    }
    const share = (count: number): string => `${((100 * count) / DATA_SETS).toFixed(1)} %`;
    process.stdout.write(
      `${isLikert ? "1 to 5" : "normal"}  shared ${shared}  answers ${n}  ICC(A,1) ${share(judge)}  ICC(1,1) ${share(humans)}\n`,
    );
  }
}

if (import.meta.main) await runProgram(command);

import type { Cell, LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";

/** Represents a missing value, which is never shown as 0. */
export const MISSING = "—";

/** Represents a count that nobody counted, which is never shown as 0. */
export const UNKNOWN = "unknown";

/** Formats a value with three decimals below 10, as HELM does, with fewer above, and without any for whole numbers from 10. */
export function formatValue(value: number): string {
  const size = Math.abs(value);
  if (size >= 10 && Number.isInteger(value)) return String(value);
  return value.toFixed(size < 10 ? 3 : size < 100 ? 2 : 1);
}

export const formatCount = (count: number) => count.toLocaleString("en-US");

export const plural = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** The reason why a cell has no value. */
export function whyMissing({ runs, verdictsAsked = 0, verdictsScored }: Omit<Cell, "value" | "instances">): string {
  if (runs.length === 0) return "no run";
  return verdictsAsked > 0 && verdictsScored === 0 ? NO_VERDICT : "not measured in this run";
}

/** The reason why a run has no main value. */
export function whyUnmeasured({ judges }: Pick<LeaderboardRun, "judges">): string {
  const asked = judges.some((judge) => (judge.asked ?? 0) > 0);
  return asked && judges.every(({ scored }) => scored === 0) ? NO_VERDICT : "not measured";
}

const NO_VERDICT = "no judge gave a verdict";

type Counts = Omit<Cell, "runs" | "value">;

/** The number of instances of a run; an imported table counts neither instances nor values. */
export const instancesText = ({ instances, scored }: Pick<Counts, "instances" | "scored">): string =>
  instances === 0 && scored === undefined ? UNKNOWN : formatCount(instances);

/** n is the number of values behind the mean. If it is unknown, the instances alone are shown; an import may count neither. */
export function valuesText({ instances, scored }: Pick<Counts, "instances" | "scored">): string {
  if (scored === undefined) return instances === 0 ? "number of answers unknown" : plural(instances, "instance");
  return scored === instances
    ? `n = ${formatCount(scored)}`
    : `n = ${formatCount(scored)} of ${plural(instances, "instance")}`;
}

/** The number of failed requests, even if it is 0, and the judged answers. A run of HELM's counted neither. */
export const coverageText = (cell: Counts, isJudged: boolean): string =>
  [
    cell.failed === undefined ? "failed requests unknown" : `${formatCount(cell.failed)} failed`,
    ...(isJudged && cell.verdictsAsked === undefined ? ["judged answers unknown"] : judgedText(cell)),
  ].join(", ");

function judgedText({ verdictsAsked = 0, verdictsScored, judgedItself }: Counts): string[] {
  if (verdictsScored === undefined || verdictsAsked === 0) return [];
  const by = judgedItself === true ? " by the model itself" : "";
  return [`judged ${formatCount(verdictsScored)} of ${formatCount(verdictsAsked)}${by}`];
}

/** The width of a bar, out of 100, on an axis from 0 to `top`. */
export function barWidth(value: number, top: number): number {
  const share = (100 * value) / top;
  return Math.round(Math.min(100, Math.max(0, share)) * 10) / 10;
}

/** The upper end of the axis for bars: 1 for rates, otherwise the next of 1, 2, 5, 10, 20, 50, ... */
export function axisTop(values: readonly number[]): number {
  const largest = Math.max(1, ...values);
  const power = 10 ** Math.floor(Math.log10(largest));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= largest) ?? 10 * power;
}

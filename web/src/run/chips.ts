import type { MarkedMetric } from "@medhelm/core/release/pages/mark";
import { MARKS, OUTCOMES } from "@medhelm/core/release/pages/list-marks";
import type { ListRow } from "@medhelm/core/release/runs/run-list";

/** A filter of the list. */
export interface Chip {
  /** in the address */
  readonly name: string;
  readonly label: string;
  /** the counts of list.json that it adds up */
  readonly keys: readonly string[];
}

type Metric = Pick<MarkedMetric, "profile" | "lowerIsBetter">;

/** The filters of a run, in the order of the page. */
export function chipsOf({ profile, lowerIsBetter }: Metric): Chip[] {
  const of = (...outcomes: string[]) => outcomes.map((outcome) => `${profile}:${outcome}`);
  return [
    { name: "", label: "all", keys: [] },
    { name: "wrong", label: "wrong", keys: of(lowerIsBetter ? OUTCOMES.one : OUTCOMES.zero) },
    {
      name: "weak",
      label: "worse than the mean",
      keys: of(lowerIsBetter ? OUTCOMES.above : OUTCOMES.below),
    },
    { name: "unknown", label: "unscored", keys: of(OUTCOMES.unknown) },
    { name: "disagree", label: "judges disagree", keys: [MARKS.disagree] },
    { name: "judge", label: "a judge gave no score", keys: [MARKS.unscored] },
    { name: "refusal", label: "refusal", keys: [MARKS.refusal] },
    { name: "cut", label: "cut", keys: [MARKS.cut] },
    { name: "unread", label: "no answer found", keys: [MARKS.unread] },
    { name: "differs", label: "scoring differs", keys: [MARKS.differs] },
  ];
}

/** Whether a line passes the filter. */
export const passes = ({ keys }: Chip, row: ListRow): boolean =>
  keys.length === 0 || keys.some((key) => hasKey(row, key));

function hasKey({ outcomes, marks = "" }: ListRow, key: string): boolean {
  if (key.startsWith("helm:")) return outcomes[0] === key.at(-1);
  if (key.startsWith("corrected:")) return outcomes[1] === key.at(-1);
  return marks.includes(key);
}

/** The number of instances that pass; undefined if nothing is counted, as in older runs. */
export function countOf(
  { keys }: Chip,
  counts: Readonly<Record<string, number>> | undefined,
  all: number,
): number | undefined {
  if (keys.length === 0) return all;
  return counts === undefined ? undefined : keys.reduce((sum, key) => sum + (counts[key] ?? 0), 0);
}

/** The filters that a line passes, without "all". */
export const chipsOfRow = (chips: readonly Chip[], row: ListRow): Chip[] =>
  chips.filter((chip) => chip.keys.length > 0 && passes(chip, row));

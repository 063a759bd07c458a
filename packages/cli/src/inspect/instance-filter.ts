import type { Mark } from "@medhelm/core/release/pages/mark";
import type { PageInstance } from "@medhelm/core/release/pages/page";
import { UserError } from "@medhelm/core/user-error";
import { type InspectedMetric, marksOf } from "../terminal/instance-text.ts";

/** Filters of `medhelm inspect`. Several are combined: an instance must pass all. */
export interface Filters {
  readonly wrong: boolean;
  readonly cut: boolean;
  readonly unread: boolean;
  readonly disagree: boolean;
}

/** An instance with the main metric of its run. */
export interface Inspected {
  readonly one: PageInstance;
  readonly main: InspectedMetric | undefined;
}

/** The first scores of judges that count as different opinions on a scale. */
const APART = 2;

/**
 * Whether an instance passes the filters. `other`: the same instance of the run to compare with.
 * @throws UserError for --wrong and --disagree if the run has no manifest, which names the main metric
 */
export function passes(filters: Filters, inspected: Inspected, other?: Inspected): boolean {
  const { one, main } = inspected;
  if (main === undefined && (filters.wrong || filters.disagree))
    throw new UserError(
      "--wrong and --disagree need the main metric, and a folder of HELM's names none; medhelm import makes a run of it",
    );
  return (
    (!filters.wrong || isWrong(inspected)) &&
    (!filters.cut || one.stats["finish_reason_length"] === 1) &&
    (!filters.unread || isUnread(one)) &&
    (!filters.disagree || isDisputed(inspected, other))
  );
}

/** Wrong, or below the middle of the metric's scale, as corrected scoring reads the answer. */
function isWrong({ one, main }: Inspected): boolean {
  const mark = main === undefined ? undefined : shownMark(one, main);
  if (mark === undefined || mark.kind === "unknown" || mark.kind === "right") return false;
  if (mark.kind === "wrong") return true;
  return main?.range !== undefined && mark.value < (main.range.min + main.range.max) / 2;
}

/** The mark under corrected scoring, or HELM's where corrected scoring has none. */
export function shownMark(one: PageInstance, main: InspectedMetric): Mark {
  const { helm, corrected } = marksOf(one, main);
  return corrected.kind === "unknown" && helm.kind !== "unknown" ? helm : corrected;
}

const isUnread = ({ readings = [] }: PageInstance): boolean =>
  readings.some(({ reader, value }) => reader !== "refusal" && value === undefined);

/** The two runs differ in the main metric; without another run: the profiles differ, or two judges do. */
function isDisputed({ one, main }: Inspected, other: Inspected | undefined): boolean {
  if (main === undefined) return false;
  if (other !== undefined)
    return other.main !== undefined && valueOf(shownMark(one, main)) !== valueOf(shownMark(other.one, other.main));
  const { helm, corrected } = marksOf(one, main);
  if (helm.kind !== "unknown" && corrected.kind !== "unknown" && helm.value !== corrected.value) return true;
  const byCriterion = Map.groupBy(
    one.judgements.flatMap(({ criteria }) => criteria),
    ({ name }) => name,
  );
  return [...byCriterion.values()].some((scores) => {
    const values = scores.map(({ score }) => score);
    return Math.max(...values) - Math.min(...values) >= APART;
  });
}

export const valueOf = (mark: Mark): number | undefined => (mark.kind === "unknown" ? undefined : mark.value);

import type { Reading, Step } from "@medhelm/core/reading/reading";
import type { ContextOf, Group, ValueOf } from "./reply-cases.ts";

/** The result of a reader of profile `corrected`. */
export interface Found<V> {
  readonly value: V | undefined;
  readonly steps: readonly Step[];
}

/** How both profiles read the replies of a group. */
export interface GroupReader<G extends Group> {
  /** Absent if HELM reads no such replies. Undefined: unread. */
  readonly helm?: (reply: string, context: ContextOf<G>) => ValueOf<G> | undefined;
  readonly corrected: (reply: string, context: ContextOf<G>) => Found<ValueOf<G>>;
  /** Absent: values are equal if their JSON is. */
  readonly isEqual?: (read: ValueOf<G>, expected: ValueOf<G>, context: ContextOf<G>) => boolean;
  /** Whether a value that is not the expected one gives false credit. Absent: each one does. */
  readonly isFalseCredit?: (read: ValueOf<G>, expected: ValueOf<G> | null) => boolean;
}

/** The result of a reader of the pipeline. */
export const found = <T>(reading: Reading<T>): Found<T> => ({
  value: reading.kind === "read" ? reading.value : undefined,
  steps: reading.steps,
});

/** The result of a reader that has no steps yet. */
export const withoutSteps = <V>(value: V | undefined): Found<V> => ({ value, steps: [] });

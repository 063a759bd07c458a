import type { AdapterSpec, ObjectSpec, RunSpec } from "../helm/run-spec.ts";
import { UserError } from "../user-error.ts";

/** The parts of a run that an expander may change. */
export interface Draft {
  readonly name: string;
  readonly adapterSpec: AdapterSpec;
  readonly metricSpecs: readonly ObjectSpec[];
  readonly dataAugmenterSpec: RunSpec["data_augmenter_spec"];
}
export type ArgValue = string | number;

/** One argument of a run entry that changes the run instead of the benchmark (helm/benchmark/run_expander.py). */
export interface Expander {
  /** Maps a keyword to its values. Each value gives one run. */
  readonly keywords?: Readonly<Record<string, readonly ArgValue[]>>;
  /**
   * `tags` are the tags of the entry's model.
   * @throws UserError for an unknown value
   */
  apply(draft: Draft, value: ArgValue, key: string, tags?: readonly string[]): Draft;
}

export const withAdapter = (draft: Draft, change: Partial<AdapterSpec>): Draft => ({
  ...draft,
  adapterSpec: { ...draft.adapterSpec, ...change },
});

/** HELM: the first argument of a run name follows ":", every other one follows ",". */
export const withArgument = (draft: Draft, key: string, value: ArgValue): Draft => ({
  ...draft,
  name: `${draft.name}${draft.name.includes(":") ? "," : ":"}${key}=${String(value).replaceAll("/", "_")}`,
});

/** HELM: some expanders write a comma even if the name has no colon yet. */
export const withCommaArgument = (draft: Draft, key: string, value: ArgValue): Draft => ({
  ...draft,
  name: `${draft.name},${key}=${value}`,
});

/** @throws UserError if the value is not a whole number of at least `min` */
export function asInteger(value: ArgValue, key: string, min: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= min) return value;
  throw new UserError(`${key}=${value} is not a whole number of at least ${min}`);
}

/** @throws UserError if the value is not a finite number of at least `min` */
export function asNumber(value: ArgValue, key: string, min = Number.NEGATIVE_INFINITY): number {
  if (typeof value === "number" && Number.isFinite(value) && value >= min) return value;
  throw new UserError(
    `${key}=${value} is not a number${min === Number.NEGATIVE_INFINITY ? "" : ` of at least ${min}`}`,
  );
}

/** Returns the entry of `table` whose key is `value`. @throws UserError that lists the known keys */
export function oneOf<T>(table: Readonly<Record<string, T>>, value: ArgValue, key: string): T {
  const found = Object.entries(table).find(([name]) => name === value);
  if (found !== undefined) return found[1];
  throw new UserError(`${key}=${value} is not known; the values are ${Object.keys(table).join(", ")}`);
}

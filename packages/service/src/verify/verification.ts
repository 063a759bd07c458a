import type { ValueDifference } from "./first-difference.ts";

/** The first place at which the stored bytes are not what the inputs give. `file`: its key in the store. */
export interface Difference extends ValueDifference {
  readonly file: string;
  /** what probably caused it, as a sentence */
  readonly because?: string;
  /** the tables are older than their runs: what changed and the command that makes them again, as the end of a sentence */
  readonly outdated?: string;
}

export interface Verification {
  /** files whose bytes were recomputed or compared with the manifest's hashes */
  readonly checked: number;
  readonly difference?: Difference;
  /** sentences that name what could not be checked, and why */
  readonly notChecked: readonly string[];
}

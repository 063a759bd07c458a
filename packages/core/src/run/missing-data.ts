import { UserError } from "../user-error.ts";

/** A benchmark's file is not on this machine, and `medhelm data pull BENCHMARK` gets it. */
export class MissingData extends UserError {
  readonly benchmark: string;
  /** The part of the message that all missing files share, e.g. "offline mode downloads nothing". */
  readonly why: string;
  constructor(message: string, benchmark: string, why: string, options?: ErrorOptions) {
    super(message, options);
    this.benchmark = benchmark;
    this.why = why;
  }
}

/** How to get the data of benchmarks that this machine cannot download. */
export const pullElsewhere = (benchmarks: readonly string[]): string =>
  `run medhelm data pull ${benchmarks.join(" ")} --data-dir DIR where the internet can be reached, and give that folder to --data-dir here`;

import type { QuoteRange } from "./quote.ts";

/**
 * The known sizes of a benchmark's runs, from which quotes are computed. The numbers of the built-in benchmarks come from the cost table
 * of MedHELM's paper (nine models, data/costs.csv of its repository). Some come from published sizes of whole splits.
 * A benchmark of several runs (CLEAR, EHRSHOT, N2C2, MedDialog) gives the size of one run.
 */
export interface BenchmarkSize {
  /** Instances of one run. `high` is absent where the published runs were cut off and the full number is not published. */
  readonly instances?: QuoteRange;
  /** The lowest and the highest mean length of a prompt in tokens over the paper's models, each with its own tokenizer. */
  readonly promptTokens?: readonly [low: number, high: number];
  /** Items in an instance's rubric, where the judges grade each item in a request of its own. */
  readonly rubricItems?: QuoteRange;
}

import { DEFAULT_MARGIN } from "@medhelm/core/gate/default-margin";
import { z } from "zod";
import { option } from "../terminal/option.ts";

/** The options of a gate, which run and submit share. */
export const gateOptions = {
  baseline: option(
    "run|suite|release",
    "test that the scores are not worse than those of these earlier runs; exit with 100 if they are, and with 101 if the items do not decide it",
    z.string().min(1, "it is empty; name a run, a suite or a release").optional(),
  ),
  baselineModel: option(
    "name",
    "the model of --baseline to compare with; default: the run's own model",
    z.string().optional(),
  ),
  failUnder: option(
    "number",
    `with --baseline: how much worse a score from 0 to 1 may be (default ${DEFAULT_MARGIN}); without: the score that each benchmark must exceed`,
    z.coerce.number("it is no number").optional(),
  ),
  gateOn: option(
    "what",
    "each: every benchmark must pass; average: the mean of the benchmarks must pass",
    z.enum(["each", "average"]).default("each"),
  ),
};

import { expect, test } from "vitest";
import { juryNotices } from "./jury-notices.ts";

const full = { value: 3.5, n: 10 };

test("the notice names the jury without the model's own family next to the full one", () => {
  const jury = { full, missingVerdicts: 0, judgeEffects: {}, withoutFamily: { judges: ["gpt"], value: 3.25 } };
  expect(juryNotices({ jury })).toEqual([
    "without the judges of the model's own family (gpt), the jury gives 3.250 instead of 3.500 (corrected scoring)",
  ]);
});

test("with missing verdicts, the adjusted mean and the complete answers are named", () => {
  const jury = { full, missingVerdicts: 2, judgeEffects: {}, adjusted: 3.4, completeCases: { value: 3.3, n: 8 } };
  expect(juryNotices({ jury })).toEqual([
    "as if every judge had scored every answer, the jury gives 3.400 instead of 3.500 (corrected scoring); answers with all verdicts have 3.300 (n=8)",
  ]);
});

test("a complete jury of other families, and a run without a jury, need no notice", () => {
  expect(juryNotices({ jury: { full, missingVerdicts: 0, judgeEffects: {}, adjusted: 3.5 } })).toEqual([]);
  expect(juryNotices({})).toEqual([]);
});

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";
import { healthbenchAuthors, medcalcAuthors, medhalluAuthors, medxpertqaAuthors } from "./author-rules.ts";
import { simpleEvalsLetter } from "./letter-rules.ts";

const folder = join(
  process.env["MEDHELM_SHARED"] ?? fileURLToPath(new URL("../../../../shared", import.meta.url)),
  "authors",
);
const isPresent = existsSync(folder);

function vectorsOf<T>(file: string, key: string, one: z.ZodType<T>): readonly T[] {
  const lists = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(join(folder, file), "utf8")));
  return z.array(one).parse(lists[key]);
}
const equalIn = <T>(all: readonly T[], isEqual: (one: T) => boolean): string =>
  `${all.filter((one) => isEqual(one)).length} of ${all.length}`;

const TYPES: Readonly<Record<number, "date" | "weeks and days" | "integer">> = {
  13: "date",
  69: "weeks and days",
  4: "integer",
};
const MedCalc = z.object({
  calculator_id: z.int(),
  gold: z.string(),
  lower: z.string(),
  upper: z.string(),
  raw: z.string(),
  correct: z.int(),
});

/** Judges the value that the restated rule reads as the authors judge theirs. */
function medcalcVerdict({ calculator_id: id, gold, lower, upper, raw }: z.infer<typeof MedCalc>): number {
  const type = TYPES[id] ?? "decimal";
  const read = medcalcAuthors(raw, type);
  if (typeof read === "number")
    return Number(
      type === "integer" ? Math.round(read) === Number(gold) : read >= Number(lower) && read <= Number(upper),
    );
  return Number(
    JSON.stringify(read) === JSON.stringify(medcalcAuthors(`{"answer": "${gold}"}`, type)) && read !== undefined,
  );
}

const LETTERS = Array.from("ABCDEFGHIJ");
const letterOf = (input: string, count: number) => medxpertqaAuthors(input, LETTERS.slice(0, count));
const MedXpert = z.object({
  input: z.string(),
  ten: z.array(z.string()),
  five: z.array(z.string()),
  medqa4: z.array(z.string()),
});

test.skipIf(!isPresent)("the restated rules of the authors read their own vectors as docs/scoring.md states", () => {
  const medxpert = vectorsOf("letters_medxpertqa.json", "vectors", MedXpert);
  expect({
    medCalc: equalIn(
      vectorsOf("medcalc_raw_replies.json", "vectors", MedCalc),
      (one) => medcalcVerdict(one) === one.correct,
    ),
    healthBench: equalIn(
      vectorsOf(
        "healthbench.json",
        "grader_reply_parsing",
        z.object({ text: z.string(), accepted: z.boolean().default(false), criteria_met: z.unknown().optional() }),
      ),
      ({ text, accepted, criteria_met }) => healthbenchAuthors(text) === (accepted ? criteria_met : undefined),
    ),
    medHallu: equalIn(
      vectorsOf("medhallu.json", "labels", z.object({ reply: z.string(), label: z.int() })),
      ({ reply, label }) => (medhalluAuthors(reply) ?? "2") === String(label),
    ),
    medXpertTen: equalIn(medxpert, ({ input, ten }) => letterOf(input, 10) === ten[0]),
    medXpertFive: equalIn(medxpert, ({ input, five }) => letterOf(input, 5) === five[0]),
    medXpertFour: equalIn(medxpert, ({ input, medqa4 }) => letterOf(input, 4) === medqa4[0]),
    gpqa: equalIn(
      vectorsOf("letters_simple_evals.json", "vectors", z.object({ input: z.string(), gpqa: z.string().nullable() })),
      ({ input, gpqa }) => (simpleEvalsLetter(input, LETTERS.slice(0, 4)) ?? null) === gpqa,
    ),
  }).toEqual({
    medCalc: "97 of 102",
    healthBench: "23 of 23",
    medHallu: "30 of 30",
    medXpertTen: "35 of 35",
    medXpertFive: "35 of 35",
    medXpertFour: "35 of 35",
    gpqa: "61 of 63",
  });
});

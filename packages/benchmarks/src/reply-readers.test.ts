import type { Reading } from "@medhelm/core/reading/reading";
import { readNumber } from "@medhelm/core/reading/numbers/read-number";
import { readOption } from "@medhelm/core/reading/letters/read-option";
import { readRefusal } from "@medhelm/core/reading/refusals/read-refusal";
import { listItem, variantsOf } from "@medhelm/testing/reply-markup";
import { expect, test } from "vitest";
import type { OutputType } from "./medcalc-bench/gold.ts";
import { readValueOfType } from "./medcalc-bench/verdict.ts";
import { readVerdict } from "./medec/read-verdict.ts";
import { readQuery } from "./ehr-sql/read-query.ts";
import { readJudgment } from "./medhallu/read-judgment.ts";
import { readCodes } from "./mimiciv-billing-code/read-codes.ts";
import { readRating } from "./sct-bench/read-rating.ts";

/** The value of a reading; null if the reply is unread. */
const valueOf = (reading: Reading<unknown>): unknown => (reading.kind === "read" ? reading.value : null);

interface Reader {
  readonly read: (reply: string) => unknown;
  /** Another answer than those of the replies. */
  readonly other: string;
  /** Whether a reply is read in the same way as the first item of a list, so that a number is no answer. */
  readonly isItem: boolean;
  /** Whether `>` before a reply may be a bound. */
  readonly hasBounds?: true;
}
const decision: Reader = {
  read: (reply) => valueOf(readOption(reply, { options: { A: "yes", B: "no", C: "maybe" } })),
  other: "maybe",
  isItem: true,
};
const judgment: Reader = { read: (reply) => valueOf(readJudgment(reply)), other: "0", isItem: true };
const rating: Reader = { read: (reply) => valueOf(readRating(reply)), other: "-2", isItem: false };
const verdict: Reader = { read: (reply) => valueOf(readVerdict(reply)), other: "7 He coughs.", isItem: false };
const number: Reader = {
  read: (reply) => valueOf(readNumber(reply, { question: "What is the BMI?", isScore: false, isPercentage: false })),
  other: "31.7",
  isItem: false,
  hasBounds: true,
};
/** A reader of one of MedCalc-Bench's types. */
const calculator = (type: OutputType, question: string, other: string): Reader => ({
  read: (reply) => valueOf(readValueOfType(reply, type, question)),
  other,
  isItem: false,
  hasBounds: true,
});
const date = calculator("date", "What is the patient's due date?", "01/02/2023");
const weeks = calculator("weeks and days", "What is the patient's gestational age?", "12 weeks and 1 day");
const score = calculator("integer", "What is the patient's CURB-65 score?", "9");
const codes: Reader = { read: (reply) => valueOf(readCodes(reply)), other: "K37", isItem: true };
const query: Reader = { read: (reply) => valueOf(readQuery(reply)), other: "SELECT x FROM y;", isItem: true };
const refusal: Reader = { read: (reply) => valueOf(readRefusal(reply)), other: "The dose is 5 mg.", isItem: true };

test.each([
  { reader: decision, reply: "no", value: "B" },
  { reader: decision, reply: "Yes. No harm was seen.", value: "A" },
  { reader: decision, reply: "The answer is no.", value: "B" },
  { reader: decision, reply: "These data do not lead me to conclude yes.", value: null },
  { reader: decision, reply: "The trial does not allow us to say yes; the answer is maybe.", value: "C" },
  { reader: rating, reply: "The finding does not warrant a rating of -2.", value: null },
  { reader: decision, reply: "Yes for men, no for women.", value: null },
  { reader: decision, reply: "No, but yes in the elderly subgroup.", value: "B" },
  { reader: decision, reply: "yes or no", value: null },
  { reader: judgment, reply: "1", value: "1" },
  { reader: judgment, reply: "1 - it cites no trial", value: "1" },
  { reader: judgment, reply: "The answer is not factual.", value: "1" },
  { reader: judgment, reply: "0 or 1", value: null },
  { reader: judgment, reply: "1 (factual)", value: null },
  { reader: rating, reply: "+1", value: 1 },
  { reader: rating, reply: "Rating: -1", value: -1 },
  { reader: rating, reply: "I would give it +2.", value: 2 },
  { reader: rating, reply: "Rating: 0 to +1", value: null },
  { reader: verdict, reply: "CORRECT", value: { error: false } },
  { reader: verdict, reply: "No errors found.", value: { error: false } },
  { reader: verdict, reply: "3 She is given ibuprofen.", value: { error: true, sentence: 3 } },
  { reader: verdict, reply: "Given sentence 1, sentence 3 is wrong.", value: { error: true, sentence: 3 } },
  { reader: verdict, reply: "The text contains an error.", value: { error: true, sentence: null } },
  { reader: verdict, reply: "Sentence 3 or sentence 5 is wrong.", value: null },
  { reader: number, reply: "25.2", value: 25.2 },
  { reader: number, reply: "The answer is 25.2 kg/m².", value: 25.2 },
  { reader: number, reply: "BMI = 25.2", value: 25.2 },
  { reader: number, reply: "between 25 and 26", value: null },
  { reader: number, reply: "At 163 cm and 48 kg, the BMI is 18.1.", value: 18.1 },
  { reader: date, reply: "08/14/2023", value: "2023-08-14" },
  { reader: date, reply: "Her due date is 14 August 2023, not 20 August 2023.", value: "2023-08-14" },
  { reader: date, reply: "08/14/2023 or 08/16/2023", value: null },
  { reader: weeks, reply: "27 weeks and 4 days", value: [27, 4] },
  { reader: weeks, reply: "The gestational age is 27w4d.", value: [27, 4] },
  { reader: weeks, reply: "26 to 27 weeks", value: null },
  { reader: score, reply: "3", value: 3 },
  { reader: score, reply: "The score is 3 of 5 points.", value: 3 },
  { reader: score, reply: "1 point for fever and 2 points for age give a score of 3.", value: 3 },
  { reader: score, reply: "2 or 3", value: null },
  { reader: codes, reply: "K35.80, Z90.49", value: ["K3580", "Z9049"] },
  { reader: codes, reply: "The codes are I10 and E11.9.", value: ["E119", "I10"] },
  { reader: codes, reply: "No codes apply.", value: [] },
  {
    reader: query,
    reply: "SELECT a FROM visit WHERE b = 'B -- 2';",
    value: { query: "SELECT a FROM visit WHERE b = 'B -- 2';" },
  },
  { reader: query, reply: "SELECT a\nFROM visit", value: { query: "SELECT a\nFROM visit" } },
  { reader: query, reply: "null", value: { abstains: true } },
  { reader: query, reply: "I cannot answer this question.", value: { abstains: true } },
  { reader: query, reply: "SELECT a FROM b;\nor\nSELECT c FROM d;", value: null },
  { reader: query, reply: "We need to join the tables visit and ward.", value: null },
  { reader: refusal, reply: "I cannot advise you on that.", value: "refused" },
  { reader: refusal, reply: "Please talk to your pharmacist.", value: "deflected" },
  { reader: refusal, reply: "I can't be certain, but shingles is likely.", value: "answered" },
])("$reply is read as $value with thinking, markup and courtesy", ({ reader, reply, value }) => {
  const replies = [...variantsOf(reply, reader.other), ...(reader.isItem ? [listItem(reply)] : [])];
  const wrong = replies
    .filter((text) => !(reader.hasBounds === true && text.startsWith(">")))
    .filter((text) => JSON.stringify(reader.read(text)) !== JSON.stringify(value));
  expect(wrong).toEqual([]);
});

test.each([decision, judgment, rating, verdict, number, query])(
  "thinking that never ends leaves a reply unread",
  ({ read, other }) => {
    expect(read(`<think>Answer: ${other}`)).toBeNull();
  },
);

const LONG = 200_000;
test.each([
  "1 ",
  "0 or ",
  "+1 to ",
  "not ",
  "no ",
  "hallucinated ",
  "the answer is ",
  "sentence 3 ",
  "sentence 3, ",
  "3, ",
  "3 He coughs.\n",
  "no error ",
  "error in ",
  "rating ",
  "-2, -1, ",
  "; yes",
  "is 1 because ",
  "1\n",
  "(",
  '{"error": true}\n',
])("a reply of many %j ends in a reading or none", (unit) => {
  const reply = unit.repeat(LONG / unit.length);
  const kinds = [readJudgment(reply), readRating(reply), readVerdict(reply)].map(({ kind }) => kind);
  expect(["read", "unread"]).toEqual(expect.arrayContaining(kinds));
});

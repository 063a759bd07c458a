import type { ValueOf } from "../reply-cases.ts";

/** The rules by which the authors of the benchmarks read a reply, restated from their public code. */

type NumberType = "decimal" | "integer" | "date" | "weeks and days";
const NUMBER = /-?\d+(?:\.\d+)?/g;
const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

/**
 * MedCalc-Bench (ncbi-nlp/MedCalc-Bench, evaluation/run.py): the text after the last `nswer":` up to a brace, then by type. Without that
 * key nothing is read. An expression in str(...) is not evaluated here.
 */
export function medcalcAuthors(reply: string, type: NumberType): ValueOf<"numbers"> | undefined {
  const last = [...reply.matchAll(/[Aa]nswer":\s*(.*?)\}/g)].at(-1)?.[1];
  if (last === undefined) return undefined;
  const answer = last.trim().replace(/^"+|"+$/g, "");
  if (type === "date") return dateOf(answer);
  if (type === "weeks and days") return pairOf(answer);
  return type === "integer" ? integerOf(answer) : decimalOf(answer);
}

function dateOf(answer: string): string | undefined {
  const [, month = "", day = "", year] = /^(0?[1-9]|1[0-2])\/(0?[1-9]|[12]\d|3[01])\/(\d{4})/.exec(answer) ?? [];
  return year === undefined ? undefined : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function pairOf(answer: string): [number, number] | undefined {
  const [, weeks, days] = /(\d+)\s*(?:weeks?)?["']?,?\s*["']?(\d+)\s*(?:days?)?/.exec(answer) ?? [];
  return weeks === undefined || days === undefined ? undefined : [Number(weeks), Number(days)];
}

/** The number before "out of"; else the length of a list; else the last number. */
function integerOf(answer: string): number | undefined {
  const [, score] = /(\d+) out of/.exec(answer) ?? [];
  if (score !== undefined) return Number(score);
  const list = /-?\d+(?:, ?-?\d+)+/.exec(answer)?.[0];
  return list === undefined ? numberOf(answer.match(NUMBER)?.at(-1)) : list.split(",").length;
}

/** The number before "mL/min/1.73"; else the last per cent as a share; else the last number. */
function decimalOf(answer: string): number | undefined {
  const [, rate] = /(-?\d+(?:\.\d+)?)\s*mL\/min\/1.73/.exec(answer) ?? [];
  if (rate !== undefined) return Number(rate);
  const percent = [...answer.matchAll(/(-?\d+(?:\.\d+)?)%/g)].at(-1)?.[1];
  return percent === undefined ? numberOf(answer.match(NUMBER)?.at(-1)) : Number(percent) / 100;
}

/**
 * MEDEC (abachaa/MEDIQA-CORR-2024, evaluation script 1): a submission line is "id flag sentence-id correction". The reply "CORRECT" is flag
 * 0, and "ID sentence" is flag 1; a line of another form is ignored.
 */
export function medecAuthors(reply: string): ValueOf<"medec"> | undefined {
  const [line = ""] = reply.trim().split("\n");
  if (line === "CORRECT") return { error: false };
  const id = /^(\d+)\s.+$/.exec(line)?.[1];
  return id === undefined ? undefined : { error: true, sentence: Number(id) };
}

/**
 * EHRSQL 2024 (glee4810/ehrsql-2024, scoring_program and chatgpt_sample_submission): the whole reply on one line is the query, and "null"
 * abstains.
 */
export function ehrsqlAuthors(reply: string): ValueOf<"sql"> {
  const query = reply.replaceAll("\n", " ").replaceAll(/ +/g, " ").trim();
  return query === "null" ? { abstains: true } : { query };
}

/** PubMedQA (pubmedqa/pubmedqa, evaluation.py): the label must be exactly "yes", "no" or "maybe". */
export const pubmedqaAuthors = (reply: string): string | undefined =>
  ["yes", "no", "maybe"].includes(reply) ? reply : undefined;

/** MedHallu (MedHallu/MedHallu, Detection/detect_llm_medqa_case.py): a search for these texts; undefined: a pass. */
export function medhalluAuthors(reply: string): string | undefined {
  const text = reply.toLowerCase();
  if (/1|not|non/.test(text)) return "1";
  return /pass|skip|2/.test(text) ? undefined : "0";
}

/** MedXpertQA (TsinghuaC3I/MedXpertQA, eval/utils.py), zero-shot: the first capital of an option after the trigger, or after "answer is". */
export function medxpertqaAuthors(reply: string, letters: readonly string[]): string | undefined {
  const last = letters.at(-1) ?? "";
  const [, triggered] = reply.split(`Therefore, among A through ${last}, the answer is`);
  const [, answered] = reply.split(" answer is ");
  const text = (triggered ?? answered ?? reply).replaceAll(/I understand|A through [JED]/g, "");
  return text.match(/\b[A-Z]\b/g)?.find((letter) => letters.includes(letter));
}

/** HealthBench (openai/simple-evals, healthbench_eval.py): JSON without its fence, `criteria_met` exactly true or false. */
export function healthbenchAuthors(reply: string): boolean | undefined {
  try {
    const value: unknown = JSON.parse(
      reply
        .trim()
        .replace(/^```json\s*/, "")
        .replace(/\s*```$/, ""),
    );
    const met = typeof value === "object" && value !== null && "criteria_met" in value ? value.criteria_met : undefined;
    return typeof met === "boolean" ? met : undefined;
  } catch {
    return undefined;
  }
}

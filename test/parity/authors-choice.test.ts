import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readJudgment } from "@medhelm/benchmarks/medhallu/read-judgment";
import { readOption } from "@medhelm/core/reading/letters/read-option";
import { valueOf } from "@medhelm/core/reading/reading";
import { expect, test } from "vitest";
import { z } from "zod";
import { shared } from "../shared.ts";

const authors = <T>(name: string, schema: z.ZodType<T>): T =>
  schema.parse(JSON.parse(readFileSync(join(shared ?? "", "authors", name), "utf8")));

/** letter -> a text that occurs in no reply */
const options = (letters: string) => Object.fromEntries(Array.from(letters, (letter) => [letter, `text of ${letter}`]));

const readLetter = (reply: string, letters: Readonly<Record<string, string>>) =>
  valueOf(readOption(reply, { options: letters }));

/** The authors' code keeps a small letter, which then equals no capital. */
const scored = (text: string | null | undefined) => (text && "ABCD".includes(text) ? text : undefined);

/** Counts replies that both read alike, that only one side can read, and that both read differently. */
function compare(pairs: readonly (readonly [theirs: string | undefined, ours: string | undefined])[]) {
  const count = (is: (theirs: string | undefined, ours: string | undefined) => boolean) =>
    pairs.filter(([theirs, ours]) => is(theirs, ours)).length;
  return {
    same: count((theirs, ours) => theirs === ours),
    onlyOurs: count((theirs, ours) => theirs === undefined && ours !== undefined),
    onlyTheirs: count((theirs, ours) => theirs !== undefined && ours === undefined),
    other: count((theirs, ours) => theirs !== undefined && ours !== undefined && theirs !== ours),
  };
}

test.skipIf(shared === undefined)("letters: against simple-evals, as docs/scoring.md counts", () => {
  const letter = z.string().nullish();
  const { vectors } = authors(
    "letters_simple_evals.json",
    z.object({ vectors: z.array(z.object({ input: z.string(), gpqa: letter, mmlu: letter })) }),
  );
  const against = (rule: "gpqa" | "mmlu") =>
    compare(vectors.map((vector) => [scored(vector[rule]), readLetter(vector.input, options("ABCD"))]));
  expect(against("gpqa")).toEqual({ same: 22, onlyOurs: 37, onlyTheirs: 4, other: 0 });
  expect(against("mmlu")).toEqual({ same: 37, onlyOurs: 20, onlyTheirs: 6, other: 0 });
});

test.skipIf(shared === undefined)("letters: against MedXpertQA, as docs/scoring.md counts", () => {
  const list = z.array(z.string());
  const { vectors } = authors(
    "letters_medxpertqa.json",
    z.object({ vectors: z.array(z.object({ input: z.string(), ten: list, five: list, medqa4: list })) }),
  );
  const against = (rule: "ten" | "five" | "medqa4", letters: string) =>
    compare(vectors.map((vector) => [vector[rule][0], readLetter(vector.input, options(letters))]));
  expect(against("ten", "ABCDEFGHIJ")).toEqual({ same: 28, onlyOurs: 2, onlyTheirs: 4, other: 1 });
  expect(against("five", "ABCDE")).toEqual({ same: 28, onlyOurs: 1, onlyTheirs: 5, other: 1 });
  expect(against("medqa4", "ABCD")).toEqual({ same: 28, onlyOurs: 1, onlyTheirs: 5, other: 1 });
});

const MedHallu = z.object({
  labels: z.array(z.object({ reply: z.string(), label: z.int() })),
  runs: z.array(z.object({ replies: z.array(z.string()) })),
});
/** In the authors' code 2 means "pass", which is not a label. */
const theirLabel = (label: number) => (label === 2 ? undefined : String(label));

test.skipIf(shared === undefined)(
  "MedHallu: 15 of 30 replies are read as the authors do, the others as docs/scoring.md says",
  () => {
    const { labels } = authors("medhallu.json", MedHallu);
    const differing = labels.filter(({ reply, label }) => valueOf(readJudgment(reply)) !== theirLabel(label));
    expect(differing.map(({ reply }) => reply)).toEqual([
      "hallucinated",
      "not hallucinated",
      "unknown",
      "unsure",
      "12",
      "10",
      "21",
      "",
      "no",
      "2 - not sure",
      "01",
      "nonsense",
      "one",
      "Note: 0",
      "0.5",
    ]);
  },
);

test.skipIf(shared === undefined)("MedHallu: on well-formed replies the judgment is the authors'", () => {
  const { labels, runs } = authors("medhallu.json", MedHallu);
  const known = new Map(labels.map(({ reply, label }) => [reply, theirLabel(label)]));
  const replies = runs.flatMap((run) => run.replies).filter((reply) => /^[01]\.?$/.test(reply));
  expect(replies).toHaveLength(178);
  expect(replies.filter((reply) => valueOf(readJudgment(reply)) !== known.get(reply))).toEqual([]);
});

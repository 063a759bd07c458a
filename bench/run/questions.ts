import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const WORDS =
  "pneumonia asthma gout anemia cough fatigue diabetes pain migraine cellulitis stroke nausea fever rash sepsis".split(
    " ",
  );
const PROMPT = "Read the note and answer with one letter.\n\n{note}\n\n{question}\nAnswer:";

/** A million rows are longer than the longest string. */
const ROWS_A_WRITE = 10_000;

/** The benchmark file that `medhelm run` reads, in a folder with its table of `count` questions of about 900 characters. */
export function writeQuestions(folder: string, count: number): { readonly config: string; readonly table: string } {
  const config = join(folder, `bench-${count}.yaml`);
  const table = join(folder, `bench-${count}.csv`);
  writeFileSync(table, "note,question,correct_answer\n");
  for (let first = 0; first < count; first += ROWS_A_WRITE) {
    const rows = Math.min(ROWS_A_WRITE, count - first);
    appendFileSync(table, Array.from({ length: rows }, (_, i) => rowOf(first + i)).join(""));
  }
  const prompt = join(folder, "prompt.txt");
  writeFileSync(prompt, PROMPT);
  // whole paths, because HELM reads others from its working folder
  writeFileSync(
    config,
    `name: BENCH\ndescription: a synthetic benchmark\nprompt_file: ${prompt}\ndataset_file: ${table}\nmax_tokens: 16\naccess: public\nmetrics:\n  - name: exact_match\n`,
  );
  return { config, table };
}

/** The prompt of a row of the table. No field has a comma. */
export function promptOf(row: string): string {
  const [noteOf = "", questionOf = ""] = row.split(",");
  return PROMPT.replace("{note}", noteOf).replace("{question}", questionOf);
}

const rowOf = (i: number): string => `${note(i)},${question(i)},${"ABCD"[i % 4]}\n`;

const word = (i: number): string => WORDS[Math.abs(i) % WORDS.length] ?? "";

const note = (i: number): string =>
  `Patient ${i} is ${20 + (i % 70)} years old and was seen for ${word(i)} with ${Array.from({ length: 60 + (i % 60) }, (_, k) => word(i * 7 + k * k + (i >> (k % 16)))).join(" ")}.`;

const question = (i: number): string =>
  `Which of these best explains finding ${i}? ${["A", "B", "C", "D"].map((letter, k) => `${letter}. ${word(i + 3 * k)}`).join(" ")}`;

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { testFolder } from "./cli.ts";

/** Writes files below a folder, by path. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** An invented custom benchmark of three yes-or-no questions: small.yaml and what it names. */
export const smallBenchmark = {
  "small.yaml": [
    "name: SMALL",
    "description: three invented questions",
    "prompt_file: prompt.txt",
    "dataset_file: questions.csv",
    "max_tokens: 4",
    "metrics:",
    "  - name: exact_match",
    "",
  ].join("\n"),
  "prompt.txt": "Bed {bed}. {question} Answer Yes or No:",
  "questions.csv": [
    "bed,question,correct_answer,incorrect_answers",
    '01,Is the bed free?,Yes,"[""No""]"',
    '02,Is the window open?,No,"[""Yes""]"',
    '03,Is the lamp on?,Yes,"[""No""]"',
    "",
  ].join("\n"),
};

/** A folder of the test's own with the small benchmark and these files. */
export function smallBenchmarkFolder(files: Readonly<Record<string, string>> = {}): string {
  const cwd = testFolder();
  writeFiles(cwd, { ...smallBenchmark, ...files });
  return cwd;
}

/** judged.yaml: the same questions. The deployment `judgehost/judge-1` judges the answers on one criterion. */
export const judgedBenchmark = {
  ...smallBenchmark,
  "judged.yaml": [
    "name: JUDGED",
    "description: three invented questions, judged",
    "prompt_file: prompt.txt",
    "dataset_file: questions.csv",
    "metrics:",
    "  - name: jury_score",
    "    prompt_file: judge.txt",
    "    judges:",
    "      - name: judgehost/judge-1",
    "        model_name: judges/judge-1",
    "",
  ].join("\n"),
  "judge.txt": [
    "Question: {QUESTION}",
    "Answer: {RESPONSE}",
    "Score it from 0 to 5.",
    "<rubric_criteria>",
    '{"clarity": {"score": 0, "explanation": "why"}}',
    "</rubric_criteria>",
    "",
  ].join("\n"),
};

/** Returns a run entry of one of the two benchmarks. */
export function entry(config: "small" | "judged", model: string, deployment?: string): string {
  const at = deployment === undefined ? "" : `,model_deployment=${deployment}`;
  return `medhelm_configurable_benchmark:config_path=${config}.yaml,model=${model}${at}`;
}

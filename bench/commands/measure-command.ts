import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "../run/measure.ts";
import { writeQuestions } from "../run/questions.ts";
import { runMeasured } from "../run/run-measured.ts";
import { writeDeployments } from "../run/write-deployments.ts";

/** Runs of one table of questions: each model answers it, and each judge judges each answer. */
export interface Command {
  readonly name: string;
  readonly questions: number;
  readonly models: number;
  readonly judges: number;
  readonly latencyMs: number;
  /** --num-threads */
  readonly inFlight: number;
}

export interface Measured extends Command {
  readonly idealSeconds: number;
  readonly wallSeconds: number;
  /** of the same command again, which asks nothing */
  readonly againSeconds: number;
  readonly cpuSeconds: number;
  readonly peakMiB: number;
}

const JUDGE_PROMPT = `You grade an answer.
Question: {QUESTION}
Answer: {RESPONSE}
Reply with one JSON object of this form.
<rubric_criteria>
{"quality": {"score": 0, "explanation": "one sentence"}}
</rubric_criteria>
`;

/** Measures the command in a folder of its own, and then the same command again. */
export function measureCommand(command: Command, { folder: parent, program, port }: Place): Measured {
  const { questions, models, judges, latencyMs, inFlight } = command;
  const folder = mkdtempSync(join(parent, "command-"));
  const [candidates, graders] = [names("model", models), names("judge", judges)];
  const url = `http://127.0.0.1:${port}/${latencyMs}`;
  writeDeployments(folder, [
    ...candidates.map((name) => ({ name, baseUrl: `${url}/v1` })),
    ...graders.map((name) => ({ name, baseUrl: `${url}/judge/v1` })),
  ]);
  const { config } = writeQuestions(folder, questions);
  if (judges > 0) addJury(folder, config, graders);
  const args = [
    program,
    "run",
    "--run-entries",
    ...candidates.map((model) => `medhelm_configurable_benchmark:config_path=${config},model=${model}`),
    "--suite=bench",
    `--max-eval-instances=${questions}`,
    `--num-threads=${inFlight}`,
    `--output-path=${join(folder, "out")}`,
  ];
  const first = runMeasured(folder, args);
  const again = runMeasured(folder, args);
  return { ...command, ...first, idealSeconds: idealOf(command), againSeconds: again.wallSeconds };
}

const names = (role: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `stub/${role}-${i + 1}`);

/** Each deployment has its own limit, so all work at the same time. The verdict on the last answer follows it. */
const idealOf = ({ questions, latencyMs, inFlight, judges }: Command): number =>
  (Math.ceil(questions / inFlight) * latencyMs + (judges > 0 ? latencyMs : 0)) / 1000;

function addJury(folder: string, config: string, graders: readonly string[]): void {
  const prompt = join(folder, "judge.txt");
  writeFileSync(prompt, JUDGE_PROMPT);
  const judges = graders.map((name) => `      - {name: ${name}, model_name: ${name}}`).join("\n");
  writeFileSync(config, `  - name: jury_score\n    prompt_file: ${prompt}\n    judges:\n${judges}\n`, { flag: "a" });
}

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { jsonLines, type Peer, questionsIn } from "./peer.ts";

const TASK = `from inspect_ai import Task, task
from inspect_ai.dataset import FieldSpec, json_dataset
from inspect_ai.model import GenerateConfig
from inspect_ai.scorer import exact
from inspect_ai.solver import generate

@task
def questions():
    data = json_dataset("questions.jsonl", FieldSpec(input="prompt", target="gold"))
    return Task(dataset=data, solver=[generate()], scorer=exact(), config=GenerateConfig(max_tokens=16, temperature=0))
`;

export const inspect: Peer = {
  name: "inspect_ai",
  program: "inspect/bin/inspect",
  prepare({ folder, table, concurrency, url }) {
    writeFileSync(join(folder, "questions.jsonl"), jsonLines(questionsIn(table)));
    writeFileSync(join(folder, "questions.py"), TASK);
    return {
      args: [
        "eval",
        "questions.py",
        "--model=openai-api/stub/stub-1",
        `--max-connections=${concurrency}`,
        "--display=none",
        "--log-dir=logs",
      ],
      env: { STUB_API_KEY: "x", STUB_BASE_URL: url, INSPECT_CACHE_DIR: join(folder, "cache") },
    };
  },
};

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { jsonLines, type Peer, questionsIn } from "./peer.ts";

export const lmEval: Peer = {
  name: "lm-eval",
  program: "lmeval/bin/lm_eval",
  prepare({ folder, table, concurrency, url }) {
    const file = join(folder, "questions.jsonl");
    writeFileSync(file, jsonLines(questionsIn(table)));
    const task = {
      task: "questions",
      dataset_path: "json",
      dataset_kwargs: { data_files: { test: file } },
      test_split: "test",
      output_type: "generate_until",
      doc_to_text: "{{prompt}}",
      doc_to_target: "{{gold}}",
      generation_kwargs: { max_gen_toks: 16, temperature: 0, until: [] },
      metric_list: [{ metric: "exact_match", aggregation: "mean", higher_is_better: true }],
    };
    writeFileSync(join(folder, "questions.yaml"), JSON.stringify(task)); // JSON is YAML, too
    const model = {
      model: "stub-1",
      base_url: `${url}/chat/completions`,
      num_concurrent: concurrency,
      tokenized_requests: "False",
      tokenizer_backend: "None",
    };
    return {
      args: [
        "run",
        "--model=local-chat-completions",
        `--model_args=${Object.entries(model)
          .map(([key, value]) => `${key}=${value}`)
          .join(",")}`,
        "--tasks=questions",
        `--include_path=${folder}`,
        "--apply_chat_template",
        "--output_path=out",
        "--log_samples",
      ],
      env: { OPENAI_API_KEY: "x", HF_HUB_OFFLINE: "1", HF_HOME: join(folder, "hf"), TOKENIZERS_PARALLELISM: "false" },
    };
  },
};

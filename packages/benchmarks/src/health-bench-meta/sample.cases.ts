import { readFileSync } from "node:fs";

export const files = {
  "health_bench/2025-05-07-06-14-12_oss_meta_eval.jsonl": readFileSync(new URL("sample.jsonl", import.meta.url)),
};

import { readFileSync } from "node:fs";

export const files = {
  "med_mcqa/dev.json": readFileSync(new URL("sample.jsonl", import.meta.url)),
  "med_mcqa/train.json": readFileSync(new URL("sample.jsonl", import.meta.url)),
};

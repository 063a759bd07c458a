import { readFileSync } from "node:fs";

export const files = {
  "med_qa/data_clean/questions/US/4_options/phrases_no_exclude_test.jsonl": readFileSync(
    new URL("sample.jsonl", import.meta.url),
  ),
};

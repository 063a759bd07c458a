import { readFileSync } from "node:fs";

export const files = {
  "medxpert_qa_text/test.jsonl": readFileSync(new URL("sample.jsonl", import.meta.url)),
};

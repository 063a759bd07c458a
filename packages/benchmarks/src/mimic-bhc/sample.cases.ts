import { readFileSync } from "node:fs";

export const files = {
  "mimic_bhc/mimic_iv_bhc.json": readFileSync(new URL("sample.jsonl", import.meta.url)),
};

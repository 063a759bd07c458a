import { readFileSync } from "node:fs";

export const files = {
  "sct_bench/sct_cleaned_full.csv": readFileSync(new URL("sample.csv", import.meta.url)),
};

import { readFileSync } from "node:fs";

export const files = {
  "medhallu/train-00000-of-00001.parquet": readFileSync(new URL("sample.parquet", import.meta.url)),
};

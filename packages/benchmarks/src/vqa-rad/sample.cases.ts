import { readFileSync } from "node:fs";

const sample = readFileSync(new URL("sample.parquet", import.meta.url));

export const files = { "vqa_rad/train.parquet": sample, "vqa_rad/test.parquet": sample };

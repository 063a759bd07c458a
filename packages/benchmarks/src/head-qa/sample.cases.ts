import { readFileSync } from "node:fs";

export const files = {
  "head_qa/HEAD_EN.json": readFileSync(new URL("sample.json", import.meta.url)),
};

import { readFileSync } from "node:fs";

export const files = {
  "pubmed_qa/ori_pqal.json": readFileSync(new URL("sample.json", import.meta.url)),
};

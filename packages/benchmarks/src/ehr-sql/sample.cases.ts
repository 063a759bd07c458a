import { readFileSync } from "node:fs";

export const files = {
  "ehr_sql/eicu.sql":
    "DROP TABLE IF EXISTS patient;\nCREATE TABLE patient\n(\n    name TEXT NOT NULL,\n    age INT\n) ;\n",
  "ehr_sql/train.json": '[{"question": "q", "query": "select 1", "is_impossible": false}]',
  "ehr_sql/valid.json": readFileSync(new URL("sample.json", import.meta.url)),
  "ehr_sql/test.json": "[]",
};

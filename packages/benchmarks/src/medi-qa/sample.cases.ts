import { readFileSync } from "node:fs";

export const files = {
  "medi_qa/MEDIQA2019-Task3-QA-TestSet-wLabels.xml": readFileSync(new URL("sample.xml", import.meta.url)),
};

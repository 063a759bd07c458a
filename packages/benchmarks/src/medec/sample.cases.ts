import { readFileSync } from "node:fs";

export const files = {
  "medec/MEDEC-MS-TestSet-with-GroundTruth-and-ErrorType.csv": readFileSync(new URL("sample.csv", import.meta.url)),
};

import { readFileSync } from "node:fs";

export const files = {
  "chw_care_plan/CHW_Dataset.csv": readFileSync(new URL("sample.csv", import.meta.url)),
};

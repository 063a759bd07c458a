import { readFileSync } from "node:fs";

export const files = {
  "medcalc_bench/test_data_2024-06-26.csv": readFileSync(new URL("sample.csv", import.meta.url)),
};

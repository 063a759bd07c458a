import { readFileSync } from "node:fs";

export const files = {
  "medbullets/medbullets_op5.csv": readFileSync(new URL("sample.csv", import.meta.url)),
};

import { readFileSync } from "node:fs";

export const files = {
  "mental_health/processed_dialogues.csv": readFileSync(new URL("sample.csv", import.meta.url)),
};

import { readFileSync } from "node:fs";

export const args = { subject: "guo_icu" };
export const files = {
  "ehrshot/data/data.parquet": readFileSync(new URL("sample/data/data.parquet", import.meta.url)),
  "ehrshot/labels/guo_icu/labels.parquet": readFileSync(
    new URL("sample/labels/guo_icu/labels.parquet", import.meta.url),
  ),
};

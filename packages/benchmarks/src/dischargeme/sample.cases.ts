import { gzipSync } from "node:zlib";
import { sample } from "./sample.ts";

export const files = Object.fromEntries(
  Object.entries({ ...sample }).map(([table, text]) => [
    `physionet.org/files/discharge-me/1.3/test_phase_1/${table}.csv.gz`,
    gzipSync(text),
  ]),
);

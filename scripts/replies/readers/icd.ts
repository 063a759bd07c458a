import { helmCodes } from "@medhelm/benchmarks/mimiciv-billing-code/codes";
import { readCodes } from "@medhelm/benchmarks/mimiciv-billing-code/read-codes";
import { found, type GroupReader } from "../group-reader.ts";

export const icd: GroupReader<"icd"> = {
  helm: (reply) => [...helmCodes(reply)].map((code) => code.replace(".", "")).toSorted(),
  corrected: (reply) => {
    const { value, steps } = found(readCodes(reply));
    return { value: value === undefined ? undefined : [...value], steps };
  },
  isFalseCredit: (value, expected) => value.some((code) => expected === null || !expected.includes(code)),
};

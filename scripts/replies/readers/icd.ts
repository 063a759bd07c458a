import { codes, helmCodes } from "@medhelm/benchmarks/mimiciv-billing-code/codes";
import { type GroupReader, withoutSteps } from "../group-reader.ts";

export const icd: GroupReader<"icd"> = {
  helm: (reply) => [...helmCodes(reply)].map((code) => code.replace(".", "")).toSorted(),
  corrected: (reply) => withoutSteps([...codes(reply)].toSorted()),
  isFalseCredit: (value, expected) => value.some((code) => expected === null || !expected.includes(code)),
};

import { readRefusal } from "@medhelm/core/reading/refusals/read-refusal";
import { found, type GroupReader } from "../group-reader.ts";

export const refusals: GroupReader<"refusals"> = {
  corrected: (reply) => found(readRefusal(reply)),
  isFalseCredit: (value, expected) => value !== "answered" && expected === "answered",
};

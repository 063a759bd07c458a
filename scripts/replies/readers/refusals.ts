import { type GroupReader, withoutSteps } from "../group-reader.ts";
import { isRefusal } from "@medhelm/core/metrics/refusal";

/** The reader knows two classes, so that replies that deflect are left out. */
export const refusals: GroupReader<"refusals"> = {
  corrected: (reply) => withoutSteps(isRefusal(reply) ? "refused" : "answered"),
  isFalseCredit: (value, expected) => value !== "answered" && expected === "answered",
  isAsked: ({ expected }) => expected !== "deflected",
};

import { readMet } from "@medhelm/core/judge/rubric-items";
import { type GroupReader, withoutSteps } from "../group-reader.ts";

export const grader: GroupReader<"grader"> = {
  corrected: (reply) => {
    const met = readMet(reply);
    return withoutSteps("value" in met ? met.value.value : undefined);
  },
};

import { metReading } from "@medhelm/core/judge/rubric-items";
import type { GroupReader } from "../group-reader.ts";

export const grader: GroupReader<"grader"> = {
  corrected: (reply) => {
    const met = metReading(reply);
    return { value: met.kind === "read" ? met.value.value : undefined, steps: met.steps };
  },
};

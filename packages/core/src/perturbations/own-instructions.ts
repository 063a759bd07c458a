import type { Instance } from "../helm/instance.ts";

/** The field of extra_data with the instructions that the prompt of a copy has in place of the benchmark's. */
const OWN_INSTRUCTIONS = "medhelm_instructions";

export const withInstructions = (instance: Instance, instructions: string): Instance => ({
  ...instance,
  extra_data: { ...instance.extra_data, [OWN_INSTRUCTIONS]: instructions },
});

/** The instructions of this instance's prompt; undefined: those of the benchmark. */
export function instructionsOf({ extra_data }: Instance): string | undefined {
  const own = extra_data?.[OWN_INSTRUCTIONS];
  return typeof own === "string" ? own : undefined;
}

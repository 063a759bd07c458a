import { generation } from "@medhelm/core/run/spec/prompt-specs";
import type { AdapterSpec } from "@medhelm/core/helm/run-spec";

/** HELM's last line is a sentence, not a noun with a colon. */
export const prompt: AdapterSpec = {
  ...generation({
    instructions: "Read the patient note and work out the clinical value that the question asks for.",
    maxTokens: 10,
    maxTrainInstances: 0,
    stopSequences: [],
  }),
  output_prefix: "Reply with the value alone, without its unit and without explanation: ",
};

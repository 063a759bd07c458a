import type { Request } from "../../helm/scenario-state.ts";
import type { Deployment } from "../../models/deployment.ts";

/** A request to a deployment for one greedy completion of a prompt. */
export const greedyRequest = (
  { name, modelName }: Pick<Deployment, "name" | "modelName">,
  prompt: string,
  maxTokens: number,
): Request => ({
  model_deployment: name,
  model: modelName,
  embedding: false,
  prompt,
  temperature: 0,
  num_completions: 1,
  top_k_per_token: 1,
  max_tokens: maxTokens,
  stop_sequences: [],
  echo_prompt: false,
  top_p: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
});

import { join } from "node:path";
import { readElements } from "@medhelm/core/helm/read-elements";
import { PerInstanceStats } from "@medhelm/core/helm/stats";
import { encoderScoresIndex } from "@medhelm/core/scoring/encoder-scores";
import type { ScorerInput } from "@medhelm/core/scoring/score";
import { hasRunFile, runFileChunks } from "@medhelm/service/prompts/run-folder-file";

const NAMES = { promptTokens: "num_prompt_tokens", completionTokens: "num_completion_tokens" } as const;

/** The tokens that the run's own scores have, because the answers of a run folder do not say what the provider counted. */
export async function storedTokens(runDir: string): Promise<Pick<ScorerInput, "tokensOf">> {
  const file = join(runDir, "corrected/per_instance_stats.json");
  if (!hasRunFile(file)) return {};
  const index = encoderScoresIndex();
  for await (const element of readElements(runFileChunks(file), undefined, { label: file })) {
    const { stats, ...answer } = PerInstanceStats.parse(element);
    const counts = stats.flatMap(({ name: { name }, sum }) =>
      sum !== undefined && (name === NAMES.promptTokens || name === NAMES.completionTokens) ? [[name, sum]] : [],
    );
    if (counts.length > 0) index.add({ ...answer, values: Object.fromEntries(counts) });
  }
  return {
    tokensOf: (state) => {
      const counts = index.of(state, "corrected") ?? {};
      const { [NAMES.promptTokens]: promptTokens, [NAMES.completionTokens]: completionTokens } = counts;
      return {
        ...(promptTokens === undefined ? {} : { promptTokens }),
        ...(completionTokens === undefined ? {} : { completionTokens }),
      };
    },
  };
}

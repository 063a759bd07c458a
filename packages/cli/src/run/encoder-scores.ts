import { join } from "node:path";
import type { RunSpec } from "@medhelm/core/helm/run-spec";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { asksBertScore } from "@medhelm/core/metrics/asks-bert-score";
import { ENCODER_SCORES, EncoderScores } from "@medhelm/core/scoring/encoder-scores";
import { hasRunFile, readRunFile } from "@medhelm/service/prompts/run-folder-file";
import { scoreAnswers } from "@medhelm/service/work/assembly/score-answers";
import { encoderPort } from "./encoder-port.ts";
import { printMessage } from "../terminal/print-message.ts";

/** BERTScore for medhelm score: computed again with --encoder-dir, else read from the run folder. Undefined if the folder has no scores. */
export async function encoderScoresFor(run: {
  readonly runDir: string;
  readonly runSpec: RunSpec;
  readonly states: () => AsyncIterable<RequestState>;
  readonly encoderDir: string | undefined;
}): Promise<EncoderScores | undefined> {
  const { runDir, runSpec, states, encoderDir } = run;
  if (encoderDir !== undefined && asksBertScore(runSpec.metric_specs)) {
    const open = encoderPort({
      encoderDir,
      encoderDownload: false,
      outputPath: "",
      offline: true,
      env: {},
      notice: printMessage,
    });
    if (open !== undefined) return scoreAnswers(await open(), states());
  }
  const file = join(runDir, ENCODER_SCORES);
  return hasRunFile(file) ? readRunFile(file, EncoderScores) : undefined;
}

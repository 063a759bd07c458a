import type { RequestState } from "@medhelm/core/helm/scenario-state";
import type { PerInstanceStats, Stat } from "@medhelm/core/helm/stats";
import type { Profile } from "@medhelm/core/run/profile";
import type { EncoderScores } from "@medhelm/core/scoring/encoder-scores";
import { runScorer, type ScorerInput, scoresIn } from "@medhelm/core/scoring/score";

interface ScoreInput extends Omit<ScorerInput, "encoderScores"> {
  /** in the order of scenario_state.json */
  readonly states: () => AsyncIterable<RequestState> | Iterable<RequestState>;
  readonly profile: Profile;
  readonly encoderScores?: EncoderScores | undefined;
}

export interface ScoredRun {
  readonly stats: Stat[];
  readonly perInstance: PerInstanceStats[];
  readonly absent: Record<string, string>;
}

/** Scores a run under one profile and holds all its records. */
export async function scoreRun({ states, profile, encoderScores, ...input }: ScoreInput): Promise<ScoredRun> {
  const scorer = runScorer({ ...input, encoderScores: encoderScores && scoresIn(encoderScores) }, [profile]);
  for await (const state of states()) scorer.add(state);
  const scored = await scorer.finish(profile);
  return { stats: scored.stats, perInstance: [...scored.perInstance()], absent: scored.absent };
}

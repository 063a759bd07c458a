import type { LeaderboardRun } from "../leaderboard/leaderboard.ts";

/**
 * Adds to each run the score of its jury without the candidate's own family, on the severity of the whole jury. The severity of a judge is its
 * effect in the runs of the same benchmark and jury whose candidates share no family with a judge. So a judge's favour for its own family does not
 * count as leniency.
 */
export function withJurySeverity(runs: readonly LeaderboardRun[]): LeaderboardRun[] {
  const neutral = Map.groupBy(
    runs.filter(({ jury, judges }) => jury !== undefined && !judges.some(({ sameFamily }) => sameFamily === true)),
    juryKey,
  );
  return runs.map((run) => {
    const { jury } = run;
    if (jury?.withoutFamily === undefined) return run;
    const { judges: left, value } = jury.withoutFamily;
    const others = neutral.get(juryKey(run)) ?? [];
    const kept = run.judges.flatMap(({ name }) => (left.includes(name) ? [] : [name]));
    const effects = meanEffects(others, kept);
    if (effects.length === 0) return run;
    const severity = effects.reduce((sum, effect) => sum + effect, 0) / effects.length;
    const withoutFamily = { judges: left, value, comparable: value - severity, severityRuns: effects.length };
    return { ...run, jury: { ...jury, withoutFamily } };
  });
}

const juryKey = ({ benchmark, mainMetric, judges }: LeaderboardRun): string =>
  JSON.stringify([benchmark, mainMetric, judges.map(({ name, model }) => [name, model])]);

/** For each run that has them all, how much these judges score above the mean of the whole jury. */
function meanEffects(runs: readonly LeaderboardRun[], judges: readonly string[]): number[] {
  return runs.flatMap(({ jury }) => {
    const known = judges.flatMap((name) => jury?.judgeEffects[name] ?? []);
    return known.length < judges.length ? [] : [known.reduce((sum, effect) => sum + effect, 0) / known.length];
  });
}

import type { Leaderboard, LeaderboardRun } from "../leaderboard/leaderboard.ts";
import type { LoadedRun } from "./loaded-run.ts";

/** The names of the candidates of `medhelm judges check` begin with this. They answer with altered references. */
export const CONTROL = "altered/";

/** Separates the runs of a check of a jury, which no table ranks. A release of a check alone has them as its models. */
export function splitControls(runs: readonly LoadedRun[]): { ranked: readonly LoadedRun[]; controls: LoadedRun[] } {
  const controls = runs.filter(({ runSpec }) => runSpec.adapter_spec.model.startsWith(CONTROL));
  return controls.length === runs.length
    ? { ranked: runs, controls: [] }
    : { ranked: controls.length === 0 ? runs : runs.filter((run) => !controls.includes(run)), controls };
}

/** Whether a release ranks altered references next to models, as releases of earlier versions do. */
export const ranksControls = ({ models }: Pick<Leaderboard, "models">): boolean => {
  const controls = models.filter(({ name }) => name.startsWith(CONTROL)).length;
  return controls > 0 && controls < models.length;
};

/** The jury's means of altered references; nothing without them. */
export function controlScores(runs: readonly LeaderboardRun[]): Pick<Leaderboard, "controls"> {
  const scores = runs.flatMap(({ benchmark, model, mainValue, instances }) =>
    mainValue === null ? [] : [{ benchmark, alteration: model.slice(CONTROL.length), value: mainValue, instances }],
  );
  return scores.length === 0 ? {} : { controls: scores };
}

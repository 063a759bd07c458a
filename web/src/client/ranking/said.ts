import { isPeer, type Line } from "./line.ts";
import { isFiltered, type RankingState } from "./state.ts";

/** The sentence below a ranking: about the chosen model, else about the filters, else `hint`. `count`: the rows that pass the filters. */
export function saidText(
  lines: readonly Pick<Line, "name" | "letters">[],
  {
    chosen,
    state,
    count,
    hint,
  }: {
    readonly chosen: Pick<Line, "name" | "letters"> | undefined;
    readonly state: RankingState;
    readonly count: number;
    readonly hint: string;
  },
): string {
  if (chosen === undefined)
    return isFiltered(state)
      ? `${count} of ${lines.length} models. Ranks and levels are those among all models.`
      : hint;
  const others = lines.filter((line) => isPeer(line, chosen)).length - 1;
  return others === 0
    ? `${chosen.name} differs from every other model. Press again to go back.`
    : `${chosen.name} cannot be told apart from ${others} other ${others === 1 ? "model" : "models"}: those with a bar. Press again to go back.`;
}

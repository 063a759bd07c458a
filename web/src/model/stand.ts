import type { Site } from "../release/site.ts";
import { inWords } from "../text/numbers.ts";
import { headlineAnswer } from "./model-facts.ts";
import type { Row } from "./rows.ts";

/** Where the model is in the release, as one sentence; none if nothing tests it. */
export function modelStand(site: Site, row: Row | undefined): string[] {
  const answer = row && headlineAnswer(site, row)?.answer;
  if (answer === undefined) return [];
  const others = (site.table(site.leaderboard.rootGroup)?.rows ?? []).filter(
    (other) => other !== row && headlineAnswer(site, other)?.answer !== undefined,
  ).length;
  if (others === 0) return [];
  if (answer.mayBeBest) {
    if (answer.rankSet[1] === 1) return ["Clearly the best of the release."];
    return [`Level at the top: no other model is clearly better.`];
  }
  const better = answer.rankSet[0] - 1;
  return [
    `${better === 1 ? "One model is" : `${inWords(better).replace(/^./, (c) => c.toUpperCase())} models are`} clearly better.`,
  ];
}

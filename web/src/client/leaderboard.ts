import { startHeat } from "./heat/start.ts";
import { startRanking } from "./ranking/start.ts";
import { startTips } from "./tips.ts";

/** Adds what only a script can do to the rankings, heat tables and pictures of a page. */
export function startLeaderboard(page: Document): void {
  page.querySelectorAll<HTMLElement>("[data-ranking]").forEach((section, i) => startRanking(section, suffix(i)));
  page.querySelectorAll<HTMLElement>("[data-heat]").forEach((section, i) => startHeat(section, suffix(i)));
  page.querySelectorAll<HTMLElement>("figure.chart").forEach(startTips);
}

/** Of the names in the address. */
const suffix = (index: number): string => (index === 0 ? "" : String(index + 1));

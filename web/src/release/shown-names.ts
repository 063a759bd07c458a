import type { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { visibleText } from "@medhelm/core/release/pages/visible-text";

/** Letters of scripts that run from right to left. */
const RIGHT_TO_LEFT = /[\u{590}-\u{8ff}\u{fb1d}-\u{fdff}\u{fe70}-\u{fefc}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const [ISOLATE, END] = ["\u2068", "\u2069"];

/** A name in a sentence or a table: hidden characters are visible marks, and the text around it does not turn it, nor it the text. */
export function shownName(name: string): string {
  const visible = visibleText(name);
  return RIGHT_TO_LEFT.test(visible) ? ISOLATE + visible + END : visible;
}

/** For files that programs read: a text without the isolating characters of `shownName`. */
export const withoutIsolates = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, "");

/** The release with the names that pages show. */
export const withShownNames = (leaderboard: Leaderboard): Leaderboard => ({
  ...leaderboard,
  models: leaderboard.models.map((model) => ({
    ...model,
    displayName: shownName(model.displayName),
    organization: shownName(model.organization),
  })),
  groups: leaderboard.groups.map((group) => ({ ...group, displayName: shownName(group.displayName) })),
});

import { untested } from "@medhelm/core/release/leaderboard/not-tested";
import type { Row } from "../model/rows.ts";
import type { Site } from "../release/site.ts";
import { capital, inWords, listed } from "../text/numbers.ts";

const MOST_NAMED = 6;

/** Names as sentences the things that the scores of a model do not cover. */
export function notTested(site: Site, row: Row | undefined): string[] {
  const { missing, language, closed } = untested(site.leaderboard, row);
  return [
    "Your patients, your record system and your way of working.",
    ...(language === undefined ? [] : [`Languages other than ${language}.`]),
    "Pictures and speech.",
    "Effects on patients and on the work of clinicians.",
    ...(missing.length === 0
      ? []
      : [`${capital(inWords(missing.length))} of the release's benchmarks: ${named(missing)}.`]),
    ...(closed === 0
      ? []
      : [`The questions of ${inWords(closed)} of the benchmarks are not public, so that others cannot read them.`]),
    `Changes by the maker after ${site.leaderboard.date}.`,
  ];
}

export const named = (names: readonly string[], most = MOST_NAMED): string =>
  names.length <= most ? listed(names) : `${names.slice(0, most).join(", ")} and ${names.length - most} more`;

import type { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { profileNames } from "@medhelm/core/release/profile-names";

type Profile = Leaderboard["profile"];

/** The formulas of each profile, as a clause without a full stop. */
export const profileWords: Readonly<Record<Profile, string>> = {
  helm: "HELM's original formulas, including their known errors, so that published numbers can be reproduced",
  corrected: "HELM's formulas with their known errors fixed; every fix is documented",
};

export const profileNote = (profile: Profile) => `Scores use ${profileNames[profile]}: ${profileWords[profile]}.`;

export const accessWords = {
  public: "Everyone may read its prompts and answers.",
  gated: "Its data require an agreement with the data owner, so prompts and answers are never published.",
  private: "Its data belong to one organisation, so prompts and answers are never published.",
  local:
    "It is a custom benchmark that its owner has not declared public, so prompts and answers stay on the machine that ran it.",
} as const;

/** Stanford's leaderboard is called MedHELM too, so the name of this software does not say which words are meant. */
const OWN_WORDING = "own (this software's words, not HELM's)";

/**
 * The wording behind a prompt version of a manifest: "own 3", "helm <sha256>" or "custom <sha256>".
 * The first twelve digits of a hash are enough to compare two runs by eye.
 */
export function wordingText(version: string): string {
  const [origin = "", id = ""] = version.split(" ", 2);
  const names: Readonly<Record<string, string>> = { own: OWN_WORDING, helm: "HELM", custom: "custom" };
  const name = names[origin];
  if (name === undefined || id === "") return version;
  return /^[0-9a-f]{64}$/.test(id) ? `${name}, SHA-256 ${id.slice(0, 12)}…` : `${name}, version ${id}`;
}

const MARKS: Readonly<Record<string, string>> = {
  own: OWN_WORDING,
  helm: "HELM's wording",
  custom: "custom wording",
  unknown: "wording not recorded",
};

/** The wording of a table's rows for people: "own", "custom 2", ... */
export function promptsText(wording = "unknown"): string {
  const [mark = "", number] = wording.split(" ", 2);
  return [MARKS[mark] ?? mark, ...(number === undefined ? [] : [number])].join(" ");
}

/** "the suite a", "the suites a, b" */
export const suitesText = (suites: readonly string[]) =>
  `the ${suites.length === 1 ? "suite" : "suites"} ${suites.join(", ") || "(none)"}`;

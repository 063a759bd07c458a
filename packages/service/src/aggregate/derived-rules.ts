import type { Manifest } from "@medhelm/core/release/runs/manifest";

/**
 * The version of the rules by which each kind of derived file is made. Raise it when equal inputs give other bytes: `medhelm verify` then names the
 * files that earlier rules made, and `medhelm migrate --derived` makes them again. derived-rules.test.ts holds the bytes.
 */
export const DERIVED_RULES = { stats: 2, scores: 2, pages: 3, manifest: 3 } as const;
type Kind = keyof typeof DERIVED_RULES;

/** @param file its path in the run */
export function kindOf(file: string): Kind {
  if (file.startsWith("pages/")) return "pages";
  if (file === "manifest.json") return "manifest";
  return file === "scores.json" ? "scores" : "stats";
}

/** The version of the rules that made a kind of file; 0 for a run of before the rules had versions. */
export const rulesOf = ({ derivedRules }: Pick<Manifest, "derivedRules">, kind: Kind): number =>
  derivedRules?.[kind] ?? 0;

export const hasCurrentRules = (manifest: Pick<Manifest, "derivedRules">): boolean =>
  Object.entries(DERIVED_RULES).every(([kind, version]) => manifest.derivedRules?.[kind] === version);

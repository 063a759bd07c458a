import type { Manifest } from "@medhelm/core/release/runs/manifest";

/** How the jury's mean under corrected scoring depends on its own family and on missing verdicts, one sentence each. */
export function juryNotices({ jury }: Pick<Manifest, "jury">): string[] {
  if (jury === undefined) return [];
  const { full, missingVerdicts, adjusted, completeCases, withoutFamily } = jury;
  const notices: string[] = [];
  if (withoutFamily !== undefined)
    notices.push(
      `without the judges of the model's own family (${withoutFamily.judges.join(", ")}), the jury gives ${withoutFamily.value.toFixed(3)} instead of ${full.value.toFixed(3)} (corrected scoring)`,
    );
  if (missingVerdicts > 0 && adjusted !== undefined) {
    const complete =
      completeCases === undefined
        ? "; no answer has all verdicts"
        : `; answers with all verdicts have ${completeCases.value.toFixed(3)} (n=${completeCases.n})`;
    notices.push(
      `as if every judge had scored every answer, the jury gives ${adjusted.toFixed(3)} instead of ${full.value.toFixed(3)} (corrected scoring)${complete}`,
    );
  }
  return notices;
}

import type { Card } from "./card.ts";

/**
 * The organisation whose permission a benchmark's data needs, as conf/service.yaml and object keys name it: "Harvard DBMI" is
 * Harvard-DBMI. None where everybody may have the data.
 */
export function organisationOf({ access, org }: Pick<Card, "access" | "org">): string | undefined {
  if (org === undefined || (access !== "gated" && access !== "private")) return undefined;
  return org.replaceAll(/[^A-Za-z0-9._-]+/g, "-");
}

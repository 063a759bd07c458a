import type { Card } from "./card.ts";

/**
 * Returns the organisation that licenses a benchmark's data, in the form of conf/service.yaml and object keys: "Harvard DBMI" becomes
 * Harvard-DBMI. Undefined if the data is neither gated nor private.
 */
export function organisationOf({ access, org }: Pick<Card, "access" | "org">): string | undefined {
  if (org === undefined || (access !== "gated" && access !== "private")) return undefined;
  return org.replaceAll(/[^A-Za-z0-9._-]+/g, "-");
}

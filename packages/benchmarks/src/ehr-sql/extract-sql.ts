import { strip } from "@medhelm/core/metrics/python-text";

/** HELM: takes the first pair of tags (the second may lack its slash) without back-ticks and lines that only say "sql". */
export function helmSql(reply: string): string {
  const text = strip(reply);
  const tagged = /<\s*sql\s*>([^]*?)<\/?\s*sql\s*>/i.exec(text)?.[1];
  return strip(strip(tagged ?? text).replaceAll("`", "")).replace(/^sql\n/gm, "");
}

const FENCED = /```(?:sqlite|sql)?[ \t]*\n([^]*?)```/i;

/**
 * Extracts the query of a reply: the first fenced block if there is one, otherwise as HELM does. Undefined if the reply
 * abstains: it is empty, null, or an empty text in quotes, with or without a semicolon (docs/scoring.md).
 */
export function correctedSql(reply: string): string | undefined {
  const sql = helmSql(FENCED.exec(reply)?.[1] ?? reply);
  return /^(?:null|''|"")?\s*;?$/i.test(sql) ? undefined : sql;
}

import { strip } from "@medhelm/core/metrics/python-text";

/** HELM: takes the first pair of tags (the second may lack its slash) without back-ticks and lines that only say "sql". */
export function helmSql(reply: string): string {
  const text = strip(reply);
  const tagged = /<\s*sql\s*>([^]*?)<\/?\s*sql\s*>/i.exec(text)?.[1];
  return strip(strip(tagged ?? text).replaceAll("`", "")).replace(/^sql\n/gm, "");
}

/** Returns a reference's query; undefined if the question has none. */
export function goldSql(reference: string): string | undefined {
  const sql = strip(reference);
  return /^(?:null|''|"")?\s*;?$/i.test(sql) ? undefined : sql;
}

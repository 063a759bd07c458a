import type { ObjectStore } from "@medhelm/core/ports";
import { getJson, orUnreadable, UnreadableObject } from "@medhelm/core/store/objects";
import { TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { AuditEntry } from "./audit-entry.ts";

interface Days {
  /** 2026-11-23; both days are included */
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/**
 * The entries of the audit trail in the order of their times. `onDamaged` gets a sentence about each entry that cannot be read, because one of them must
 * not hide the others.
 */
export async function* auditEntries(
  objects: ObjectStore,
  { since, until }: Days,
  onDamaged: (sentence: string) => void,
): AsyncGenerator<AuditEntry> {
  const folder = TOP_FOLDERS.audit;
  const after = since === undefined ? {} : { after: `${folder}${since}` };
  for await (const { key } of objects.list(folder, after)) {
    if (until !== undefined && key.slice(folder.length, folder.length + until.length) > until) return;
    const entry = await getJson(objects, key, AuditEntry).catch(orUnreadable);
    if (entry instanceof UnreadableObject) onDamaged(entry.message);
    else if (entry !== undefined) yield entry;
  }
}

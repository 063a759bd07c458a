import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { ApiKey } from "@medhelm/service/api/access/api-key";
import type { AuditEntry } from "@medhelm/service/api/audit/audit-entry";
import { auditEntries } from "@medhelm/service/api/audit/audit-entries";
import { FolderName } from "@medhelm/core/submission";
import { z } from "zod";
import { openReadStore } from "../places/open-store.ts";
import { requireStoreFolder } from "../places/require-output-folder.ts";
import { openPlace } from "../service-api/open-place.ts";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { endOfList } from "../terminal/end-of-list.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { flag, option } from "../terminal/option.ts";
import { textTable } from "../terminal/text-table.ts";

const day = z.iso.date("a day in UTC like 2026-11-23").optional();

export const command = defineCommand({
  name: "medhelm audit",
  description:
    "Print the audit trail of a service: who submitted, changed and deleted what, who read text that is not public, and whose call was refused. It has names only, and no prompt, answer or key.",
  options: {
    outputPath: commonOptions.outputPath,
    from: option("place", "s3://BUCKET, the results bucket of a service, instead of a folder", z.string().optional()),
    since: option("day", "the first day", day),
    until: option("day", "the last day", day),
    owner: option("name", "only calls of this owner", FolderName.optional()),
    json: flag("print one JSON object a line"),
  },
  async run({ outputPath, from, since, until, owner, json }) {
    if (from === undefined) requireStoreFolder(outputPath);
    const objects = from === undefined ? openReadStore(outputPath) : await openPlace(from, "--from");
    const entries: AuditEntry[] = [];
    const damaged: string[] = [];
    for await (const entry of auditEntries(objects, { since, until }, (sentence) => damaged.push(sentence)))
      if (owner === undefined || entry.owner === owner) entries.push(entry);
    const names = await keyNames(objects, new Set(entries.map(({ keyId }) => keyId)));
    process.stdout.write(
      json
        ? entries.map((entry) => jsonLine({ ...entry, keyName: names.get(entry.keyId) })).join("")
        : textTable(
            ["time", "owner", "key", "call", "of", "status"],
            entries.map((entry) => [
              entry.time.slice(0, 19),
              [entry.owner, entry.address ?? []].flat().join(" "),
              names.get(entry.keyId) ?? entry.keyId,
              `${entry.method} ${entry.route}`,
              [...Object.values(entry.named), entry.ofOwner ?? []].flat().join(" "),
              String(entry.status),
            ]),
          ),
    );
    return endOfList(damaged);
  },
});

/** The names of keys for people. A key's object is named by its hash, which begins with its id. */
async function keyNames(objects: ObjectStore, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for await (const { key } of objects.list(keys.apiKeys())) {
    const record = ids.has(key.slice(keys.apiKeys().length).slice(0, 16))
      ? await getIfReadable(objects, key, ApiKey)
      : undefined;
    if (record !== undefined) names.set(record.id, record.name);
  }
  return names;
}

import { appendFileSync } from "node:fs";
import type { ObjectStore } from "@medhelm/core/ports";
import { awsClients } from "@medhelm/adapters/aws/aws-clients";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { s3Store } from "@medhelm/adapters/objects/s3-store";
import { sqliteStore } from "@medhelm/adapters/objects/sqlite-store";

/**
 * One process of the race test: `node race-program.ts fs|sqlite|s3 PLACE STEPS LOG` increments the counter `n` STEPS
 * times by compare-and-swap, creates `once/0` and so on if absent, and appends its successes to LOG. The test may kill
 * it at any moment.
 */
const [kind, place = "", steps, log = ""] = process.argv.slice(2);
const store = open();

for (let step = 0; step < Number(steps); step++) {
  while (!(await raise(step))) continue;
  const created = await store.put(`once/${step}`, String(process.pid), { ifAbsent: true });
  if (created.outcome === "written") appendFileSync(log, `once/${step} ${process.pid}\n`);
}

async function raise(step: number): Promise<boolean> {
  const now = await store.get("n");
  const value = now === undefined ? 0 : Number(new TextDecoder().decode(now.body));
  const next = `${value + 1}`;
  const result = await store.put("n", next, now === undefined ? { ifAbsent: true } : { ifMatch: now.etag });
  if (result.outcome === "written") appendFileSync(log, `n ${next} ${process.pid} ${step}\n`);
  return result.outcome === "written";
}

function open(): ObjectStore {
  if (kind === "fs") return fsStore(place);
  if (kind === "sqlite") return sqliteStore(place);
  const { bucket, ...options } = JSON.parse(place);
  return s3Store({ client: awsClients(options).s3, bucket });
}

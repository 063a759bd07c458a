import { appendFileSync } from "node:fs";
import type { Index, ObjectStore } from "@medhelm/core/ports";
import { awsClients } from "@medhelm/adapters/aws/aws-clients";
import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { s3Store } from "@medhelm/adapters/objects/s3-store";
import { sqliteStore } from "@medhelm/adapters/objects/sqlite-store";

/**
 * One process of the race test: `node race-program.ts fs|sqlite|s3|index PLACE STEPS LOG` increments the counter `n` STEPS
 * times by compare-and-swap, creates `once/0` and so on if absent, and appends its successes to LOG. The test may kill
 * it at any moment.
 */
const [kind, place = "", steps, log = ""] = process.argv.slice(2);
const racer = kind === "index" ? inIndex(sqliteIndex(place)) : inStore(open());

for (let step = 0; step < Number(steps); step++) {
  for (let raised = false; !raised; ) {
    const next = await racer.nextOf("n");
    raised = await racer.replace("n", next);
    if (raised) appendFileSync(log, `n ${next.value} ${process.pid} ${step}\n`);
  }
  if (await racer.create(`once/${step}`)) appendFileSync(log, `once/${step} ${process.pid}\n`);
}

/** The value after the current one, and the version that it replaces; absent: nothing is stored. */
interface Next {
  readonly value: number;
  readonly version?: string;
}
interface Racer {
  nextOf(key: string): Promise<Next>;
  /** @returns false if another process was faster */
  replace(key: string, next: Next): Promise<boolean>;
  create(key: string): Promise<boolean>;
}

function inStore(store: ObjectStore): Racer {
  const put = async (key: string, value: string, version?: string) => {
    const { outcome } = await store.put(key, value, version === undefined ? { ifAbsent: true } : { ifMatch: version });
    return outcome === "written";
  };
  return {
    async nextOf(key) {
      const now = await store.get(key);
      if (now === undefined) return { value: 1 };
      return { value: Number(new TextDecoder().decode(now.body)) + 1, version: now.etag };
    },
    replace: (key, { value, version }) => put(key, `${value}`, version),
    create: (key) => put(key, String(process.pid)),
  };
}

function inIndex(index: Index): Racer {
  const put = async (sort: string, value: number, version?: string) => {
    const condition = version === undefined ? ({ ifAbsent: true } as const) : { ifRevision: version };
    const { outcome } = await index.write([{ kind: "put", partition: "race", sort, value, condition }]);
    return outcome === "written";
  };
  return {
    async nextOf(sort) {
      const now = await index.get({ partition: "race", sort });
      return now === undefined ? { value: 1 } : { value: Number(now.value) + 1, version: now.revision };
    },
    replace: (key, { value, version }) => put(key, value, version),
    create: (key) => put(key, process.pid),
  };
}

function open(): ObjectStore {
  if (kind === "fs") return fsStore(place);
  if (kind === "sqlite") return sqliteStore(place);
  const { bucket, ...options } = JSON.parse(place);
  return s3Store({ client: awsClients(options).s3, bucket });
}

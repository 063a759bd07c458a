/**
 * node scripts/write-format-fixtures.ts NAME
 *
 * Writes packages/testing/fixtures/formats/NAME/objects.json.gz: small invented objects that this commit's code stores. Tests then read them for
 * ever, so it replaces no existing file. Call it when a format gets a new kind of object or a new field, and name the commit in the README.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { UserError } from "@medhelm/core/user-error";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { plan, runToSeal, textsBelow, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";

const NAME = process.argv[2] ?? "";
if (!/^v\d+(?:-[a-z-]+)?$/.test(NAME)) throw new UserError("give a name, e.g. v2-plans");
const folder = new URL(`../packages/testing/fixtures/formats/${NAME}/`, import.meta.url);
const file = new URL("objects.json.gz", folder);
if (existsSync(file))
  throw new UserError(`${NAME}/objects.json.gz exists, and stored objects never change; give another name`);

const objects = memoryStore({ clock: fakeClock(Date.UTC(2026, 10, 23)) });

// the list, ids and details of a run's instances
await runToSeal(
  workerPorts(objects, { answered: [] }),
  workRequest(await plan(2, "demo_questions:model=baseline/longest-option")),
);

const isNew = (key: string): boolean => key.includes("/pages/");
const all = [...(await textsBelow(objects, ""))].filter(([key]) => isNew(key));
const texts = Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
mkdirSync(folder, { recursive: true });
writeFileSync(file, gzipSync(JSON.stringify(texts), { level: 9 }));
process.stdout.write(`${Object.keys(texts).join("\n")}\n`);

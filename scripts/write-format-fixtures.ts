/**
 * node scripts/write-format-fixtures.ts NAME
 *
 * Writes packages/testing/fixtures/formats/NAME/objects.json.gz: small invented objects that this commit's code stores. Tests then read them for
 * ever, so it replaces no existing file. Call it when a format gets a new kind of object or a new field, and name the commit in the README.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { StoredRelease } from "@medhelm/core/release/release-request";
import { UserError } from "@medhelm/core/user-error";
import { loadShard, planRelease } from "@medhelm/service/release/release-shards";
import { pullWeights } from "@medhelm/service/weights/pull-weights";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { REPO, REVISION, testHub } from "@medhelm/testing/fixtures/hub";
import { plan, runToSeal, SUITE, textsBelow, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";

const NAME = process.argv[2] ?? "";
if (!/^v\d+(?:-[a-z-]+)?$/.test(NAME)) throw new UserError("give a name, e.g. v2-plans");
const folder = new URL(`../packages/testing/fixtures/formats/${NAME}/`, import.meta.url);
const file = new URL("objects.json.gz", folder);
if (existsSync(file))
  throw new UserError(`${NAME}/objects.json.gz exists, and stored objects never change; give another name`);

const clock = fakeClock(Date.UTC(2026, 10, 22));
const objects = memoryStore({ clock });

// a run whose pages show how replies were read, and a release of it that its job has not finished
await runToSeal(
  workerPorts(objects, { answered: [] }),
  workRequest(await plan(2, "demo_questions:model=baseline/first-option")),
);
const request: StoredRelease = {
  formatVersion: 1,
  owner: "ann",
  createdAt: "2026-11-22T00:00:00.000Z",
  request: { name: "unfinished", suites: [SUITE], profile: "corrected", publish: true },
};
await putJson(objects, keys.releaseRequest("unfinished"), request);
await loadShard({ objects, clock }, request, await planRelease(objects, request), 0);

// weights of a model, with the seal that shows that they are complete
const hub = await testHub({ "config.json": "{}", "model.safetensors": "invented" });
const { sleep } = clock;
await pullWeights({ objects, hub: { endpoint: hub.endpoint, fetch, sleep }, say: () => undefined }, REPO, REVISION);
await hub.close();

const texts = Object.fromEntries([...(await textsBelow(objects, ""))].toSorted(([a], [b]) => (a < b ? -1 : 1)));
mkdirSync(folder, { recursive: true });
writeFileSync(file, gzipSync(JSON.stringify(texts), { level: 9 }));
process.stdout.write(`${Object.keys(texts).join("\n")}\n`);

import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { fixture, RUN } from "@medhelm/testing/fixtures/api";
import { v1Store } from "@medhelm/testing/formats/v1-objects";
import { countedIndex } from "@medhelm/testing/stores/counted-index";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import type { Index, ObjectStore } from "@medhelm/core/ports";
import { StoredSubmission } from "@medhelm/core/submission";
import { expect, test } from "vitest";
import { continueIndex, ensureIndex, isIndexBuilt } from "./build-index.ts";
import { readBuilt } from "./built.ts";
import { reindex } from "./reindex.ts";
import { readStanding } from "./run-states.ts";
import { newestSubmissionOf } from "./suites.ts";

const OPEN = "fe5dfdfbcc87-6f3a8194f660";
const ENDED = "fe5dfdfd9159-798f95009c02";
const NEW = "fe0000000000-000000000001";

/** The API as on AWS. The whole service was upgraded, and its index is empty. */
function upgraded(objects: ObjectStore, index: Index = sqliteIndex(":memory:")) {
  const clock = fakeClock();
  const reported: string[] = [];
  const ports = { objects, index, clock, report: (_: unknown, key: string) => void reported.push(key) };
  const api = fixture({ ...ports, report: () => undefined, isIndexBuilt: () => isIndexBuilt(ports) });
  const listed = async (): Promise<unknown> => {
    await clock.advance(60_000);
    const answer = await api.call("GET", "/v1/submissions", { as: "root" });
    const { submissions, ...rest } = Object(await answer.json());
    return answer.status === 200 ? submissions.map(({ id }: { id: string }) => id) : rest.status;
  };
  return { ...ports, api, listed, reported };
}

/** Stores a submission as the earlier version did: it writes marks, and knows no index. */
async function submitInV1(objects: ObjectStore, id = NEW): Promise<void> {
  const like = await getJson(objects, keys.submission(OPEN), StoredSubmission);
  await putJson(objects, keys.openSubmission(id), { formatVersion: 1 });
  await putJson(objects, `${keys.ownSubmissions("local")}${id}.json`, { formatVersion: 1 });
  await putJson(objects, keys.submission(id), { ...like, id });
}

async function answers({ api }: ReturnType<typeof upgraded>): Promise<Record<string, string>> {
  const paths = [
    "/v1/submissions?limit=100",
    "/v1/submissions?state=sealed",
    "/v1/suites",
    "/v1/suites/second",
    "/v1/releases",
    "/v1/usage",
    "/v1/usage?month=2025-01",
    "/v1/usage?owner=local&month=2026-11",
    `/v1/submissions/${OPEN}`,
    `/v1/submissions/${ENDED}`,
  ];
  const found: Record<string, string> = {};
  for (const as of ["ann", "root"])
    for (const path of paths) {
      const answer = await api.call("GET", path, { as });
      found[`${as} ${path}`] = `${answer.status} ${await answer.text()}`;
    }
  return found;
}

test("the sweep builds the index of an upgraded service in several calls, and the answers are those after medhelm reindex", async () => {
  const service = upgraded(await v1Store());
  let calls = 0;
  for (; !(await isIndexBuilt(service)); calls++) {
    const refused = await service.api.call("GET", "/v1/usage");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "60"]);
    await continueIndex(service, () => false);
  }
  expect(calls).toBeGreaterThan(3);
  const rebuilt = upgraded(service.objects);
  await reindex(rebuilt);
  await continueIndex(rebuilt, () => true);
  expect(await answers(service)).toEqual(await answers(rebuilt));
  expect(await service.listed()).toHaveLength(11);
});

test("the API refuses what needs the index until it is built, and answers everything else", async () => {
  const { api } = upgraded(await v1Store());
  const submission = { suite: "my", entries: [{ description: "pubmed_qa:model=demo/first" }] };
  const statuses = async (method: string, path: string, body?: unknown) =>
    (await api.call(method, path, { as: "root", ...(body === undefined ? {} : { body }) })).status;
  expect([
    await statuses("POST", "/v1/submissions", submission),
    await statuses("GET", `/v1/submissions/${ENDED}`),
    await statuses("GET", "/v1/suites"),
    await statuses("GET", "/v1/releases"),
    await statuses("GET", "/v1/usage"),
    await statuses("GET", "/v1/models"),
    await statuses("GET", "/v1/health"),
  ]).toEqual([503, 503, 503, 503, 503, 200, 200]);
});

test("a new service answers its first request, and the sweep finds nothing to build", async () => {
  const counted = countedIndex(sqliteIndex(":memory:"));
  const service = upgraded(memoryStore(), counted);
  await service.api.submit();
  expect(await service.listed()).toHaveLength(1);
  const before = { ...counted.requests };
  await continueIndex(service, () => true);
  expect(counted.requests).toEqual({ ...before, get: before.get + 1 });
});

test("a process that finds objects after another one has found the store empty answers, too", async () => {
  const memory = memoryStore();
  const service = upgraded(memory);
  const late: ObjectStore = {
    ...memory,
    async *list(prefix, options) {
      if (prefix === keys.suites() && (await isIndexBuilt({ ...service, objects: memory })))
        await putJson(memory, keys.suite("my"), { formatVersion: 1, owner: "ann", visibility: "private" });
      yield* memory.list(prefix, options);
    },
  };
  expect(await isIndexBuilt({ ...service, objects: late })).toBe(true);
});

test("a submission of an earlier version that still runs is added by the next sweep", async () => {
  const service = upgraded(await v1Store());
  await continueIndex(service, () => true);
  await submitInV1(service.objects);
  await continueIndex(service, () => true);
  expect(await service.listed()).toContain(NEW);
});

test.each([
  ["open", async () => undefined],
  ["ended", (objects: ObjectStore) => objects.delete(keys.openSubmission(NEW))],
])("a folder in which an earlier version has stored an %s submission is indexed again", async (_, end) => {
  const service = upgraded(await v1Store());
  expect((await ensureIndex(service))?.submissions).toBe(11);
  expect(await ensureIndex(service)).toBeUndefined();
  await submitInV1(service.objects);
  await end(service.objects);
  expect((await ensureIndex(service))?.submissions).toBe(12);
  expect(await service.listed()).toContain(NEW);
  expect(await ensureIndex(service)).toBeUndefined();
});

test("a damaged submission is reported once, and neither it nor an announced one keeps the index from being complete", async () => {
  const service = upgraded(await v1Store());
  await submitInV1(service.objects);
  await service.objects.put(keys.submission(NEW), "{");
  await putJson(service.objects, keys.openSubmission("fe0000000000-00000000dead"), { formatVersion: 1 });
  await continueIndex(service, () => true);
  await continueIndex(service, () => true);
  expect(service.reported).toEqual([keys.submission(NEW)]);
  expect(await isIndexBuilt(service)).toBe(true);
});

test("an index of a version without sums is read as before until the sweep has added them", async () => {
  const service = upgraded(await v1Store());
  await continueIndex(service, () => true);
  const parsed = async () => Object.values(await answers(service)).map((text): unknown => JSON.parse(text.slice(4)));
  const before = await parsed();
  const { index } = service;
  for (const partition of [`submission/${OPEN}`, `submission/${ENDED}`, "owner/local/usage/2026-11/sums"])
    for (const { sort } of (await index.query(partition, { limit: 99 })).items)
      if (partition.endsWith("sums") || sort.startsWith("counts/"))
        await index.write([{ kind: "delete", partition, sort }]);
  await index.write([{ kind: "put", ...indexKeys.built(), value: { formatVersion: 1 } }]);
  expect(await parsed()).toEqual(before);
  await continueIndex(service, () => true);
  expect(await parsed()).toEqual(before);
  expect((await readBuilt(index))?.hasSums).toBe(true);
  expect((await readStanding(index, OPEN))?.counts).toBeDefined();
});

test("the sweep adds the API keys and the submissions of each run to the index of an earlier version", async () => {
  const service = upgraded(memoryStore());
  const { api, index } = service;
  await api.call("POST", "/v1/keys", { as: "root", body: { owner: "ann", name: "CI", scopes: [] } });
  const id = await api.submit("my");
  for (const partition of [indexKeys.ownKeys("ann"), indexKeys.suiteRuns("my")])
    for (const { sort } of (await index.query(partition, { limit: 9 })).items)
      await index.write([{ kind: "delete", partition, sort }]);
  await index.write([{ kind: "put", ...indexKeys.built(), value: { formatVersion: 1, hasSums: true } }]);
  await continueIndex(service, () => true);
  const listed = await (await api.call("GET", "/v1/keys")).json();
  expect(listed).toMatchObject({ keys: [{ owner: "ann" }] });
  expect([await newestSubmissionOf(index, "my", RUN), (await readBuilt(index))?.hasLookups]).toEqual([
    { id, ordinal: 0 },
    true,
  ]);
});

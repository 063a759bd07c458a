import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { createAdaptorServer } from "@hono/node-server";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { memoryQueue } from "@medhelm/testing/queues/memory-queue";
import { systemClock } from "@medhelm/adapters/system-clock";
import type { Index, ObjectStore } from "@medhelm/core/ports";
import { collect } from "@medhelm/core/run/collect";
import { auditEntries } from "@medhelm/service/api/audit/audit-entries";
import { createApi } from "@medhelm/service/api/create-api";
import { keyAuthenticator } from "@medhelm/service/api/access/key-authenticator";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { command } from "./keys.ts";
import { command as releases } from "./releases.ts";
import { command as submissions } from "./submissions.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "medhelm-keys-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** The text that a command prints on stdout. */
async function printed(line: string): Promise<string> {
  const lines: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  expect(await command.run(line.split(" "))).toBe(0);
  vi.restoreAllMocks();
  return lines.join("").trim();
}

async function serve(objects: ObjectStore, index: Index = sqliteIndex(":memory:")) {
  const api = createApi({
    objects,
    index,
    dispatchQueue: memoryQueue({ clock: systemClock, visibilityMs: 1000 }),
    releaseQueue: memoryQueue({ clock: systemClock, visibilityMs: 1000 }),
    aggregateQueue: memoryQueue({ clock: systemClock, visibilityMs: 1000 }),
    clock: systemClock,
    authenticate: keyAuthenticator(objects, systemClock),
    expand: async () => [],
    catalog: { benchmarks: () => [], benchmark: () => undefined, models: () => [] },
    service: {
      organisations: ["hospital"],
      quota: { runsPerDay: 10, usdPerMonth: 10, requestsPerMinute: 100 },
    },
    report: (error) => {
      throw error;
    },
  });
  const server = createAdaptorServer({ fetch: api.fetch });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

test("the first key of a new service is put into its store, and creates, lists and revokes others over the API", async () => {
  const first = await printed(`create --store ${folder} --owner ops --name first --scopes admin`);
  expect(first).toMatch(/^medhelm_[0-9A-Za-z]{49}$/);
  const { url, close } = await serve(fsStore(folder));
  vi.stubEnv("MEDHELM_TOKEN", first);
  const ofAnn = "--owner ann --name CI --scopes submit release --organisations hospital";
  const quota = "--runs-per-day 5 --usd-per-month 7.5 --requests-per-minute 60";
  const ann = await printed(`create --api ${url} ${ofAnn} ${quota}`);
  const listed: unknown = JSON.parse(await printed(`list --api ${url} --json`));
  const annsKey = expect.objectContaining({
    owner: "ann",
    organisations: ["hospital"],
    quota: { runsPerDay: 5, usdPerMonth: 7.5, requestsPerMinute: 60 },
    state: "valid",
  });
  expect(listed).toHaveLength(2);
  expect(listed).toContainEqual(annsKey);
  const { id } = Object(listed).find(({ owner }: { owner: string }) => owner === "ann");

  vi.stubEnv("MEDHELM_TOKEN", ann);
  expect(await printed(`list --api ${url}`)).toMatch(
    /^id +owner .*\n-.*\n[0-9a-f]{16} +ann +CI +submit release +hospital +valid /,
  );
  await expect(printed(`create --api ${url} --owner ann --name n --scopes admin`)).rejects.toThrow(
    'This API key lacks the scope "admin"; ask an administrator.',
  );
  await printed(`revoke ${id} --api ${url}`);
  expect(await printed(`list --api ${url}`)).toMatch(/ revoked /);
  await close();
  expect(
    await collect(auditEntries(fsStore(folder), { since: undefined, until: undefined }, expect.unreachable)),
  ).toContainEqual(expect.objectContaining({ owner: "operator", route: "medhelm keys create", ofOwner: "ops" }));
});

test("a damaged key is named on stderr, and the list ends with 2 after the other keys", async () => {
  const first = await printed(`create --store ${folder} --owner ops --name first --scopes admin`);
  await fsStore(folder).put(`keys/${"0".repeat(64)}.json`, "{");
  const { url, close } = await serve(fsStore(folder));
  vi.stubEnv("MEDHELM_TOKEN", first);
  const [out, said]: [string[], string[]] = [[], []];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => out.push(String(text)) > 0);
  vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
  const code = await command.run(["list", "--api", url]);
  await close();
  expect([code, out.join(""), said.join("")]).toEqual([
    2,
    expect.stringContaining("first"),
    expect.stringContaining("medhelm: key 0000000000000000 does not work: keys/0000"),
  ]);
});

test.each([
  ["submissions", submissions],
  ["releases", releases],
] as const)(
  "a damaged item of the list of %s is named on stderr, and the list ends with 2",
  async (partition, list) => {
    const first = await printed(`create --store ${folder} --owner ops --name first --scopes admin`);
    const index = sqliteIndex(":memory:");
    await index.write([{ kind: "put", partition, sort: "0a1b", value: null }]);
    const { url, close } = await serve(fsStore(folder), index);
    vi.stubEnv("MEDHELM_TOKEN", first);
    const said: string[] = [];
    vi.spyOn(process.stdout, "write").mockReturnValue(true);
    vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
    const code = await list.run(["list", "--api", url]);
    await close();
    expect([code, said.join("")]).toEqual([
      2,
      expect.stringMatching(/ 0a1b: its item in the index .* medhelm reindex/),
    ]);
  },
);

test.each([
  ["admin", ["admin"]],
  ["submitter", ["submit", "release"]],
  ["reader", []],
])("the role %s gives the scopes %j", async (role, scopes) => {
  const created: unknown = JSON.parse(
    await printed(`create --store ${folder} --owner ann --name CI --role ${role} --json`),
  );
  expect(created).toMatchObject({ record: { scopes } });
});

test.each([
  [["create", "--owner", "o", "--name", "n", "--scopes", "admin"], "give either --api URL, or --store"],
  [["create", "--store", "x", "--name", "n", "--scopes", "admin"], "give --owner NAME"],
  [["create", "--store", "x", "--owner", "o", "--name", "n"], "give --role admin, submitter or reader, or --scopes"],
  [["create", "--store", "x", "--owner", "o", "--name", "n", "--scopes", "all"], "--scopes"],
  [["create", "--store", "x", "--owner", "o", "--name", "n", "--role", "boss"], "--role"],
  [
    ["create", "--store", "x", "--owner", "o", "--name", "n", "--role", "reader", "--scopes", "admin"],
    "give either --role or --scopes",
  ],
  [["create", "--store", "gs://x", "--owner", "o", "--name", "n", "--scopes", "admin"], "write s3://BUCKET"],
  [
    ["create", "--store", "x", "--owner", "o", "--name", "n", "--scopes", "admin", "--runs-per-day", "3"],
    "needs all three of --runs-per-day, --usd-per-month and --requests-per-minute",
  ],
  [["revoke", "--api", "http://127.0.0.1:1"], "only medhelm keys revoke takes the id of a key, and it needs one"],
  [["revoke", "x", "--api", "http://127.0.0.1:1"], "the id of a key has 16 hex digits"],
  [["list"], "give --api URL"],
  [["destroy"], "create, list, revoke"],
])("medhelm keys %j is refused with a sentence", async (args, sentence) => {
  await expect(command.run(args)).rejects.toThrow(sentence);
});

import { memoryStore } from "@medhelm/adapters/memory";
import { keys } from "@medhelm/core/object-keys";
import { expect, test } from "vitest";
import { awsTree, type Bucket } from "./aws-tree.ts";

function buckets() {
  const opened = new Map<Bucket, ReturnType<typeof memoryStore>>();
  const tree = awsTree((bucket) => {
    const store = memoryStore();
    opened.set(bucket, store);
    return store;
  });
  return { tree, opened, keysOf: async (bucket: Bucket) => allKeys(opened.get(bucket)) };
}

async function allKeys(store: ReturnType<typeof memoryStore> | undefined): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of store?.list("") ?? []) found.push(key);
  return found;
}

test("every kind of object lies in the bucket that infra/ gives it", async () => {
  const { tree, keysOf } = buckets();
  const places: Record<Bucket, string[]> = {
    results: [
      keys.submission("s"),
      keys.submissionBudget("s"),
      keys.quota("o"),
      keys.apiKey("0"),
      keys.auditEntry("2026-01-01", "a"),
      keys.suite("s"),
      keys.job("s", "a/b", "candidate"),
      keys.manifest("s", "r"),
      keys.releaseFile("R", "leaderboard.json"),
      keys.releaseRequest("R"),
      keys.releaseFailed("R"),
    ],
    inputs: [keys.input("o", "0")],
    data: [keys.publicData("0"), keys.licensedData("org", "0"), keys.answer("public", "0")],
    models: [`${keys.weights("a/b", "c")}config.json`],
    scratch: [keys.lease("s", "r"), keys.failed("s", "r")],
    site: [],
  };
  for (const key of Object.values(places).flat()) await tree.put(key, key);
  for (const bucket of ["results", "inputs", "data", "models", "scratch"] as const)
    expect(await keysOf(bucket)).toEqual(places[bucket].toSorted());
});

test("the site's bucket has no site/ folder: CloudFront serves it from its root", async () => {
  const { tree, opened, keysOf } = buckets();
  await tree.put(keys.sitePointer(), "{}");
  await tree.put(`${keys.site("R")}index.html`, "<p>");
  expect([...opened.keys()]).toEqual(["site"]);
  expect(await keysOf("site")).toEqual(["latest.json", "r/R/index.html"]);
  const listed: string[] = [];
  for await (const { key } of tree.list("site/r/", { after: "site/r/A" })) listed.push(key);
  expect(listed).toEqual(["site/r/R/index.html"]);
  expect((await tree.head(keys.sitePointer()))?.key).toBe("site/latest.json");
});

test("a list of one folder opens that bucket alone, and one that names no folder is a bug", async () => {
  const { tree, opened } = buckets();
  for await (const { key } of tree.list(keys.submissions())) expect(key).toBe("none");
  expect([...opened.keys()]).toEqual(["results"]);
  await expect(async () => {
    for await (const { key } of tree.list("")) expect(key).toBe("none");
  }).rejects.toThrow('"" does not say which bucket');
});

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { json } from "@medhelm/testing/fault-server";
import { googleStorage, type StorageFault } from "@medhelm/testing/google-storage";
import { expect, onTestFinished, test } from "vitest";
import { chooseResults, RESULT_PARTS } from "./choose-results.ts";
import { googleBucket } from "./google-bucket.ts";
import { planPull, pullResults } from "./pull-results.ts";

const PREFIX = "medhelm/benchmark_output/";
const RUN = "runs/v1/pubmed_qa:model=a_b";
const FILES = {
  "releases/v2.0.0/summary.json": JSON.stringify({ release: "v2.0.0", suites: ["v1"] }),
  "releases/v2.0.0/groups/medhelm.json": "[]",
  [`${RUN}/run_spec.json`]: "{}",
  [`${RUN}/stats.json`]: "[]",
  [`${RUN}/per_instance_stats.json`]: "[ ]",
  [`${RUN}/scenario_state.json`]: "x".repeat(100_000),
  "runs/v0/med_qa:model=a_b/stats.json": "[]",
};

/** Google Storage's JSON API with two files per page. */
async function storage(given: Readonly<Record<string, string>> = FILES, fault: StorageFault = () => false) {
  const server = await googleStorage(given, { prefix: PREFIX, pageSize: 2, fault });
  onTestFinished(() => server.close());
  return { ...server, bucket: googleBucket("gs://helm-public/medhelm/benchmark_output", server.url) };
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-results-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

type Storage = Awaited<ReturnType<typeof storage>>;

async function pull({ bucket }: Storage, folder: string, release: { readonly name?: string } = { name: "v2.0.0" }) {
  const plan = await planPull(await chooseResults(bucket, release.name, RESULT_PARTS), folder);
  await pullResults(bucket, plan, folder, () => undefined);
  return plan;
}

const STATE = `${RUN}/scenario_state.json`;

test("a release is pulled with the runs of its suites, and a second pull reads nothing", async () => {
  const store = await storage();
  const folder = temporary();
  expect((await pull(store, folder)).missing).toHaveLength(6);
  expect(readFileSync(join(folder, STATE), "utf8")).toBe(FILES[STATE]);
  expect(existsSync(join(folder, "runs/v0"))).toBe(false);
  const { length } = store.reads;
  expect(await pull(store, folder)).toMatchObject({ missing: [], present: 6 });
  expect(store.reads.slice(length).map(({ path }) => path)).toEqual(["releases/v2.0.0/summary.json"]);
});

test("without a release everything is pulled", async () => {
  expect((await pull(await storage(), temporary(), {})).missing).toHaveLength(7);
});

test.each([
  ["groups", ["releases/v2.0.0/groups/medhelm.json", "releases/v2.0.0/summary.json"]],
  ["stats", [`${RUN}/run_spec.json`, `${RUN}/stats.json`]],
  ["instances", [`${RUN}/per_instance_stats.json`]],
  ["text", [STATE]],
] as const)("--only %s leaves out the other files", async (part, paths) => {
  const { bucket } = await storage();
  expect((await chooseResults(bucket, "v2.0.0", [part])).map(({ path }) => path)).toEqual(paths);
});

test("a cut connection continues at the byte where it ended", async () => {
  const folder = temporary();
  const part = join(folder, `${STATE}.1.part`);
  const store = await storage(FILES, (path, response, from) => {
    if (path !== STATE || from > 0) return false;
    response.writeHead(200, { "content-length": "100000" }).write("x".repeat(40_000));
    // cut only when the bytes have arrived: fetch drops those that nobody has read yet
    const timer = setInterval(() => {
      if (!existsSync(part) || statSync(part).size < 40_000) return;
      clearInterval(timer);
      response.destroy();
    }, 10);
    return true;
  });
  await pull(store, folder);
  expect(store.reads.filter(({ path }) => path === STATE).map(({ from }) => from)).toEqual([0, 40_000]);
  expect(readFileSync(join(folder, STATE), "utf8")).toBe(FILES[STATE]);
});

test("a file that a stopped pull left incomplete is continued", async () => {
  const store = await storage();
  const folder = temporary();
  const part = join(folder, `${STATE}.1.part`);
  mkdirSync(dirname(part), { recursive: true });
  writeFileSync(part, "x".repeat(60_000));
  await pull(store, folder);
  expect(store.reads.find(({ path }) => path === STATE)?.from).toBe(60_000);
  expect(readFileSync(join(folder, STATE), "utf8")).toBe(FILES[STATE]);
});

test("an object that is replaced during the pull is read in its new version", async () => {
  const store = await storage(FILES, (path, response, from) => {
    if (path !== STATE || from > 0) return false;
    const isFirst = store.reads.filter((read) => read.path === STATE).length === 1;
    if (!isFirst) return false;
    store.replace(STATE, "new text");
    response.writeHead(200, { "content-length": "100000" }).write("x".repeat(10), () => response.socket?.end());
    return true;
  });
  const folder = temporary();
  await pull(store, folder);
  expect(readFileSync(join(folder, STATE), "utf8")).toBe("new text");
  expect((await pull(store, folder)).missing).toEqual([]);
});

test("an object that was replaced since the last pull is pulled again, and so is a file that was changed here", async () => {
  const store = await storage();
  const folder = temporary();
  await pull(store, folder);
  store.replace(`${RUN}/stats.json`, "[1]");
  writeFileSync(join(folder, STATE), "cut");
  expect((await pull(store, folder)).missing.map(({ path }) => path)).toEqual([STATE, `${RUN}/stats.json`]);
  expect(readFileSync(join(folder, `${RUN}/stats.json`), "utf8")).toBe("[1]");
});

test("bytes that differ from the checksum are refused, and leave no file", async () => {
  const store = await storage(FILES, (path, response) => {
    if (path !== STATE) return false;
    response.end("y".repeat(100_000));
    return true;
  });
  const folder = temporary();
  await expect(pull(store, folder)).rejects.toThrow(
    `${STATE} has other bytes than its checksum says; run the same command again`,
  );
  expect(existsSync(join(folder, STATE))).toBe(false);
});

test("a reply that fails once is requested again", async () => {
  const store = await storage(FILES, (path, response) => {
    if (path !== STATE || store.reads.filter((read) => read.path === STATE).length > 1) return false;
    json(response, 503, {});
    return true;
  });
  expect((await pull(store, temporary())).missing).toHaveLength(6);
});

test("a connection that ends again and again is an error that keeps the other files", async () => {
  const store = await storage(FILES, (path, response) => {
    if (path !== STATE) return false;
    response.destroy();
    return true;
  });
  const folder = temporary();
  await expect(pull(store, folder)).rejects.toThrow(/cut off; run the same command again|cannot be reached/);
});

test("an unknown release is refused with the names of the others", async () => {
  const { bucket } = await storage();
  await expect(chooseResults(bucket, "v9", RESULT_PARTS)).rejects.toThrow(
    "there is no release v9; there are v2.0.0; name one of them with --release, or leave it out",
  );
});

test("a name that leaves the folder is no result", async () => {
  const { bucket } = await storage({ "runs/v1/../../../etc/passwd": "x", [`${RUN}/stats.json`]: "[]" });
  expect((await chooseResults(bucket, undefined, RESULT_PARTS)).map(({ path }) => path)).toEqual([`${RUN}/stats.json`]);
});

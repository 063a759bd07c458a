import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { storedSha256 } from "@medhelm/core/store/objects";
import { expect, onTestFinished, test } from "vitest";
import { fsStore } from "./fs-store.ts";

const FOLDER = "runs/s/.generations/public/r/1-a";
const STATE = `${FOLDER}/scenario_state.json`;
const PAGE = `${FOLDER}/derived-b/pages/1.json`;
const LARGE = `[${"0123456789".repeat(200_000)}]`;

function folder() {
  const root = mkdtempSync(join(tmpdir(), "medhelm-compressed-"));
  const objects = fsStore(root);
  onTestFinished(() => {
    objects.close();
    rmSync(root, { recursive: true });
  });
  const text = async (key: string) => Buffer.from((await objects.get(key))?.body ?? []).toString();
  return { root, objects, text };
}
async function* streamed(text: string) {
  for (let at = 0; at < text.length; at += 300_000) yield Buffer.from(text.slice(at, at + 300_000));
}
async function textOf(chunks: AsyncIterable<Uint8Array>) {
  let text = "";
  for await (const chunk of chunks) text += Buffer.from(chunk).toString();
  return text;
}
async function listed(objects: ReturnType<typeof fsStore>) {
  const found: [string, number][] = [];
  for await (const { key, sizeBytes } of objects.list("")) found.push([key, sizeBytes]);
  return found;
}

test("a large file of HELM in a generation is compressed on the disk, and every read gives its plain bytes", async () => {
  const { root, objects, text } = folder();
  await objects.put(STATE, streamed(LARGE));
  expect(statSync(join(root, `${STATE}.zst`)).size).toBeLessThan(10_000);
  expect(await text(STATE)).toBe(LARGE);
  expect(await textOf(objects.stream(STATE))).toBe(LARGE);
  expect(await textOf(objects.stream(STATE, { start: 1_999_999, end: 2_000_002 }))).toBe("89]");
  expect((await objects.head(STATE))?.sizeBytes).toBe(2_000_002);
  expect(await listed(objects)).toEqual([[STATE, 2_000_002]]);
});

test("a page of 12 KiB is compressed, and smaller files and those of HELM below 64 KiB are plain", async () => {
  const { root, objects } = folder();
  await objects.put(PAGE, "x".repeat(12 * 1024));
  await objects.put(`${FOLDER}/derived-b/pages/2.json`, "x".repeat(12 * 1024 - 1));
  await objects.put(STATE, streamed("x".repeat(64 * 1024 - 1)));
  expect(new Set(readdirSync(join(root, FOLDER), { recursive: true, encoding: "utf8" }))).toEqual(
    new Set([
      "derived-b",
      "derived-b/pages",
      "derived-b/pages/1.json.zst",
      "derived-b/pages/2.json",
      "scenario_state.json",
    ]),
  );
});

test("a large file outside of a generation is plain", async () => {
  const { root, objects } = folder();
  for (const key of ["runs/s/r/scenario_state.json", "releases/r/leaderboard.json"]) {
    await objects.put(key, LARGE);
    expect(readFileSync(join(root, key), "utf8")).toBe(LARGE);
  }
});

test("a later put of another size leaves one file", async () => {
  const { root, objects, text } = folder();
  await objects.put(STATE, LARGE);
  await objects.put(STATE, "[]");
  expect([await text(STATE), readdirSync(join(root, FOLDER))]).toEqual(["[]", ["scenario_state.json"]]);
  await objects.put(STATE, LARGE);
  expect([await text(STATE), readdirSync(join(root, FOLDER))]).toEqual([LARGE, ["scenario_state.json.zst"]]);
});

test("a condition holds for a compressed object as for a plain one", async () => {
  const { objects } = folder();
  const etag = (await objects.put(STATE, LARGE)).outcome === "written" ? (await objects.head(STATE))?.etag : undefined;
  expect(await objects.put(STATE, "[]", { ifAbsent: true })).toEqual({ outcome: "refused" });
  expect(await objects.delete(STATE, { ifMatch: "another" })).toBe("refused");
  expect(await objects.delete(STATE, { ifMatch: etag ?? "" })).toBe("deleted");
  expect(await listed(objects)).toEqual([]);
});

test("a copy within runs is compressed, and one elsewhere is plain", async () => {
  const { root, objects, text } = folder();
  await objects.put(STATE, LARGE);
  await objects.copy(STATE, "runs/s/r/scenario_state.json");
  await objects.copy(STATE, "releases/r/state.json");
  expect(readdirSync(join(root, "runs/s/r"))).toEqual(["scenario_state.json.zst"]);
  expect(readFileSync(join(root, "releases/r/state.json"), "utf8")).toBe(LARGE);
  expect(await text("runs/s/r/scenario_state.json")).toBe(LARGE);
});

test("a file that the user has unpacked is read before the compressed one, and listed once", async () => {
  const { root, objects, text } = folder();
  await objects.put(STATE, LARGE);
  writeFileSync(join(root, STATE), "[1]");
  expect([await text(STATE), await listed(objects)]).toEqual(["[1]", [[STATE, 3]]]);
});

test("a file that the user has compressed is read, with its plain size", async () => {
  const { root, objects, text } = folder();
  await objects.put("runs/s/r/stats.json", "[]");
  writeFileSync(join(root, "runs/s/r/scenario_state.json.zst"), zstdCompressSync("{}"));
  expect([await text("runs/s/r/scenario_state.json"), await listed(objects)]).toEqual([
    "{}",
    [
      ["runs/s/r/scenario_state.json", 2],
      ["runs/s/r/stats.json", 2],
    ],
  ]);
});

const damages: readonly [string, (path: string) => void][] = [
  ["cut off", (path) => truncateSync(path, 100)],
  ["empty", (path) => truncateSync(path, 0)],
  ["with another byte", (path) => writeFileSync(path, flipped(readFileSync(path)))],
];
const flipped = (bytes: Buffer) => bytes.with(100, (bytes[100] ?? 0) ^ 1);

test.each(damages)(
  "a compressed file that is %s is named in one sentence, and its hash is that of no file",
  async (_, damage) => {
    const { root, objects, text } = folder();
    await objects.put(STATE, LARGE);
    damage(join(root, `${STATE}.zst`));
    await expect(text(STATE)).rejects.toThrow(/scenario_state\.json: its compressed bytes are damaged or cut off/);
    expect(await storedSha256(objects, STATE)).toBe("unreadable");
  },
);

/** The frame at the end of a compressed file that states its plain size. */
function sizeFrame(bytes: bigint): Buffer {
  const frame = Buffer.from("5a2a4d18080000000000000000000000", "hex");
  frame.writeBigUInt64LE(bytes, 8);
  return frame;
}

test.each([5n, 2_000_003n, 2n ** 63n])(
  "a compressed file that states another size (%s) than it unpacks to is damaged, read whole or in parts",
  async (stated) => {
    const { root, objects, text } = folder();
    await objects.put(STATE, LARGE);
    writeFileSync(join(root, `${STATE}.zst`), Buffer.concat([zstdCompressSync(LARGE), sizeFrame(stated)]));
    await expect(text(STATE)).rejects.toThrow(
      /scenario_state\.json: its compressed bytes do not unpack to the \d+ bytes/,
    );
    await expect(textOf(objects.stream(STATE))).rejects.toThrow(/do not unpack to the \d+ bytes that the file states/);
    expect(await storedSha256(objects, STATE)).toBe("unreadable");
  },
);

test("an empty object that another program has compressed is empty", async () => {
  const { root, objects, text } = folder();
  await objects.put("runs/s/r/stats.json", "[]");
  writeFileSync(join(root, "runs/s/r/a.json.zst"), Buffer.concat([zstdCompressSync(""), sizeFrame(0n)]));
  expect(await text("runs/s/r/a.json")).toBe("");
});

test("more bytes at the end of a compressed file change nothing that is read", async () => {
  const { root, objects, text } = folder();
  await objects.put(STATE, LARGE);
  appendFileSync(join(root, `${STATE}.zst`), "x");
  expect([await text(STATE), (await objects.head(STATE))?.sizeBytes]).toEqual([LARGE, 2_000_002]);
});

async function* broken() {
  yield* streamed(LARGE);
  throw new Error("upload cut");
}

test("a stream that fails writes no object", async () => {
  const { objects } = folder();
  await expect(objects.put(STATE, broken())).rejects.toThrow("upload cut");
  expect(await listed(objects)).toEqual([]);
});

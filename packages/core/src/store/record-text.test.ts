import { faultyStore } from "@medhelm/testing/stores/faulty-store";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { z } from "zod";
import type { ObjectStore } from "../ports.ts";
import { sha256Hex } from "./canonical.ts";
import { createJson } from "./create-json.ts";
import { keys } from "./object-keys.ts";
import { getJson, putJson } from "./objects.ts";
import { updateJson } from "./update-json.ts";

const KEY = keys.submissionBudget("a1");
const Budget = z.object({ formatVersion: z.literal(1), owner: z.string(), leftMicroUsd: z.int() });
const BUDGET = { formatVersion: 1, owner: "Ännchen", leftMicroUsd: 1_000_000 } as const;

const textIn = async (objects: ObjectStore, key = KEY): Promise<string> =>
  new TextDecoder().decode((await objects.get(key))?.body);
const change = (objects: ObjectStore) => updateJson(objects, KEY, Budget, (now) => now && { ...now, leftMicroUsd: 5 });

test("the last line of a record is the hash of the text before it", async () => {
  const objects = memoryStore();
  await putJson(objects, KEY, BUDGET);
  const before = '{"formatVersion":1,"owner":"Ännchen","leftMicroUsd":1000000';
  expect(await textIn(objects)).toBe(`${before},\n"textSha256":"${sha256Hex(before)}"}`);
});

test.each([
  ["put", (objects: ObjectStore) => putJson(objects, KEY, BUDGET)],
  ["created", (objects: ObjectStore) => createJson(objects, KEY, Budget, BUDGET)],
  ["changed", (objects: ObjectStore) => updateJson(objects, KEY, Budget, () => BUDGET)],
])("each other character in a record that was %s is noticed, or changes no field", async (_, write) => {
  const objects = memoryStore();
  await write(objects);
  const text = await textIn(objects);
  for (let at = 0; at < text.length; at++) {
    await objects.put(KEY, text.slice(0, at) + (text[at] === "1" ? "2" : "1") + text.slice(at + 1));
    const found = await getJson(objects, KEY, Budget).catch((error: Error) => error.message);
    expect([expect.stringContaining(KEY), BUDGET]).toContainEqual(found);
  }
});

test("the message about another digit says what to do, and a change refuses the record", async () => {
  const objects = memoryStore();
  await putJson(objects, KEY, BUDGET);
  await objects.put(KEY, (await textIn(objects)).replace("1000000", "9000000"));
  const message = `${KEY}: its text differs from its own hash; restore it from a copy`;
  await expect(getJson(objects, KEY, Budget)).rejects.toThrow(message);
  await expect(change(objects)).rejects.toThrow(message);
});

test("a change has one hash again, and a reader sees none", async () => {
  const objects = memoryStore();
  await putJson(objects, KEY, { ...BUDGET, later: "field" });
  await change(objects);
  expect(await getJson(objects, KEY, z.unknown())).toEqual({ ...BUDGET, leftMicroUsd: 5, later: "field" });
  expect((await textIn(objects)).match(/textSha256/g)).toHaveLength(1);
});

test("a record of an earlier version has no hash, and one that it has changed keeps a hash that does not count", async () => {
  const objects = memoryStore();
  await objects.put(KEY, JSON.stringify(BUDGET));
  expect(await getJson(objects, KEY, Budget)).toEqual(BUDGET);
  await putJson(objects, KEY, BUDGET);
  await objects.put(KEY, JSON.stringify({ ...Object(JSON.parse(await textIn(objects))), leftMicroUsd: 7 }));
  expect(await getJson(objects, KEY, Budget)).toEqual({ ...BUDGET, leftMicroUsd: 7 });
  await change(objects);
  expect((await textIn(objects)).match(/textSha256/g)).toHaveLength(1);
});

test("a lost reply is recognised by the bytes with their hash", async () => {
  const objects = faultyStore(memoryStore(), ({ operation, count }) =>
    operation === "put" && count === 1 ? "lose reply" : undefined,
  );
  expect(await createJson(objects, KEY, Budget, BUDGET)).toEqual({ stored: BUDGET, isNew: true });
});

test("files of runs and answers have no line of their own, and neither has a list", async () => {
  const objects = memoryStore();
  for (const key of [keys.manifest("s", "r"), "cache/public/abc", "work/list.json"]) {
    const value = key.startsWith("work/") ? [1] : { a: 1 };
    await putJson(objects, key, value);
    expect(await textIn(objects, key)).toBe(JSON.stringify(value));
  }
});

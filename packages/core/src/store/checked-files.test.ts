import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { collect } from "../run/collect.ts";
import { sha256Hex } from "./canonical.ts";
import { checkedFiles } from "./checked-files.ts";
import { runFileKeys } from "./run-files.ts";

const keyOf = runFileKeys("s", "r");
const KEY = keyOf("scores.json");

/** A run whose scores.json was sealed as `{"a":1}` and has another text now. */
async function runWith(text: string) {
  const objects = memoryStore();
  await objects.put(KEY, text);
  return checkedFiles(objects, { keyOf, manifest: { files: { "scores.json": sha256Hex('{"a":1}') } } });
}

test("a file of a sealed run with other bytes than its manifest says is damaged, read at once or as a stream", async () => {
  const changed = await runWith('{"a":2}');
  const sentence = `${KEY}: the stored file differs from the run's manifest; call medhelm repair`;
  await expect(changed.get(KEY)).rejects.toThrow(sentence);
  await expect(collect(changed.stream(KEY))).rejects.toThrow(sentence);
});

test("a sealed file is read, and so is a part of it, and a file that the manifest does not list", async () => {
  const whole = await runWith('{"a":1}');
  await whole.put(keyOf("other.json"), "x");
  expect((await whole.get(KEY))?.body).toHaveLength(7);
  expect(Buffer.concat(await collect(whole.stream(KEY))).toString()).toBe('{"a":1}');
  expect(await whole.get(keyOf("other.json"))).toBeDefined();
});

import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spillFile } from "@medhelm/adapters/spill-file";
import { collect } from "@medhelm/core/run/collect";
import { expect, test } from "vitest";
import { byteBuffer } from "./byte-buffer.ts";
import { parkedIn, parkedText } from "./parked-text.ts";

const folder = () => mkdtempSync(join(tmpdir(), "medhelm-parked-"));
const TEXTS = ["", "über \u{1f912}", "x".repeat(100_000)];

test("a text that is parked in memory comes back", () => {
  expect(TEXTS.map(parkedText).map((read) => read())).toEqual(TEXTS);
});

test("texts that are parked in a file come back in any order, and the file has no name", () => {
  const place = folder();
  const spill = spillFile(place);
  const [first, second, third] = TEXTS.map(parkedIn(spill));
  expect([third?.(), first?.(), second?.(), readdirSync(place)]).toEqual([TEXTS[2], TEXTS[0], TEXTS[1], []]);
  spill.close();
});

test("a growing text can be read twice", async () => {
  const buffer = byteBuffer(parkedText);
  for (let i = 0; i < 30_000; i++) buffer.add(`${i}é `);
  const read = async () => Buffer.concat(await collect(buffer.chunks())).toString();
  expect(
    [await read(), await read()].map((text) => text === Array.from({ length: 30_000 }, (_, i) => `${i}é `).join("")),
  ).toEqual([true, true]);
});

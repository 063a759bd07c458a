import { expect, test } from "vitest";
import { unpackLz4Frame } from "./lz4-frame.ts";

const HEADER = [0x04, 0x22, 0x4d, 0x18, 0x40, 0x40, 0x00];
const frame = (...blocks: number[][]) =>
  new Uint8Array([...HEADER, ...blocks.flatMap((block) => [block.length, 0, 0, 0, ...block]), 0, 0, 0, 0]);
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const letters = (word: string) => [...new TextEncoder().encode(word)];

test("literals are copied unchanged", () => {
  expect(text(unpackLz4Frame(frame([0x30, ...letters("abc")])))).toBe("abc");
});

test("a copy may overlap its target and refer to an earlier block", () => {
  const repeat = [0x13, ...letters("a"), 1, 0, 0x10, ...letters("b")];
  expect(text(unpackLz4Frame(frame(repeat)))).toBe("aaaaaaaab");
  expect(text(unpackLz4Frame(frame([0x40, ...letters("wxyz")], [0x00, 4, 0, 0x10, ...letters("!")])))).toBe(
    "wxyzwxyz!",
  );
});

test("a long run has additional length bytes", () => {
  const run = [0x1f, ...letters("a"), 1, 0, 255, 10, 0x00];
  expect(unpackLz4Frame(frame(run))).toHaveLength(1 + 15 + 255 + 10 + 4);
});

test("an incomplete frame and an invalid reference are refused", () => {
  const whole = frame([0x30, ...letters("abc")]);
  expect(() => unpackLz4Frame(whole.subarray(0, 12))).toThrow(/cut off/);
  expect(() => unpackLz4Frame(whole.subarray(0, 9))).toThrow(RangeError);
  expect(() => unpackLz4Frame(frame([0x10, ...letters("a"), 5, 0]))).toThrow("refers to what is not there");
  expect(() => unpackLz4Frame(new Uint8Array(16))).toThrow("not an LZ4 frame");
});

import { expect, test } from "vitest";
import { pagesOf } from "./pages-of.ts";

interface Output {
  readonly IsTruncated: boolean;
  readonly NextKeyMarker?: string;
}

/** Returns the markers of the pages that were read. */
async function read(...outputs: readonly Output[]): Promise<object[]> {
  const asked: object[] = [];
  const page = async (marker: object) => {
    const output = outputs[Math.min(asked.length, outputs.length - 1)] ?? { IsTruncated: false };
    asked.push(marker);
    return { output, dateMs: 0 };
  };
  for await (const _ of pagesOf(page, ({ NextKeyMarker: KeyMarker }) => ({ KeyMarker })));
  return asked;
}

test("each page begins where the one before ends", async () => {
  expect(await read({ IsTruncated: true, NextKeyMarker: "a" }, { IsTruncated: false })).toEqual([
    {},
    { KeyMarker: "a" },
  ]);
});

test("a list that goes on without a next page ends in an error", async () => {
  await expect(read({ IsTruncated: true })).rejects.toThrow(
    "S3 says that its list goes on after the first page, and names no next page",
  );
});

test("a list that repeats a page ends in an error that names the place", async () => {
  await expect(read({ IsTruncated: true, NextKeyMarker: "a" })).rejects.toThrow(
    "S3 says that its list goes on after a, and names no next page",
  );
});

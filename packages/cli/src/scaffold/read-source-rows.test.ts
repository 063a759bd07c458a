import { smallPng } from "@medhelm/testing/small-png";
import { userFilesOf } from "@medhelm/testing/fixtures/benchmarks/files";
import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, test } from "vitest";
import { readSourceRows } from "./read-source-rows.ts";

/** As the data sets library writes images. */
const withImages = parquetWriteBuffer({
  schema: [
    { name: "root", num_children: 2 },
    { name: "image", num_children: 2, repetition_type: "OPTIONAL" },
    { name: "bytes", type: "BYTE_ARRAY", repetition_type: "OPTIONAL" },
    { name: "path", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" },
    { name: "question", type: "BYTE_ARRAY", repetition_type: "OPTIONAL" },
  ],
  columnData: [
    { name: "image", data: [{ bytes: new Uint8Array(smallPng(7)), path: null }] },
    { name: "question", data: [new TextEncoder().encode("Is it wide?")] },
  ],
});

test("images inside a Parquet file stay bytes, and a text without a stated kind is text", async () => {
  const rows = await readSourceRows(userFilesOf({ "t.parquet": new Uint8Array(withImages) }), "t.parquet");
  expect(rows).toEqual([{ image: { bytes: new Uint8Array(smallPng(7)), path: null }, question: "Is it wide?" }]);
});

import { expect, test } from "vitest";
import { readParquet } from "./read-parquet.ts";

/** The column a with true, false and true, as hyparquet-writer writes it without compression. */
const bytes = new Uint8Array(
  Buffer.from(
    "UEFSMRUGFQYVBlwVBhUAFQYVABUEFQAAAAMHBRUEGSxIBHJvb3QVAgAVACUCGAFhABYGGRwZHCYIHBUAGRUAGRgBYRUAFgYWMBYwJgg8NgAoAQ" +
      "EYAQAAGRwVBhUAFQIAAAAWMBYGNjAAKAloeXBhcnF1ZXQZHBwAAABeAAAAUEFSMQ==",
    "base64",
  ),
);
const messageOf = (changed: Uint8Array): Promise<string> =>
  readParquet({ label: "t.parquet", bytes: changed, sha256: "" }, ["a"]).then(
    () => "read",
    (error: Error) => error.message,
  );

test.each([0, 1, 0x16, 0x25, 0x40, 0xff])(
  "a Parquet file with the byte %i anywhere is read, or refused in a sentence",
  async (byte) => {
    for (let at = 0; at < bytes.length; at++)
      expect(await messageOf(bytes.with(at, byte))).toMatch(
        /^read$|^t\.parquet: not a complete, readable Parquet file \(|^t\.parquet: there is no column "a"/,
      );
  },
);

test("a page without the length of its levels, for which the reader would search without an end, is named by its column", async () => {
  expect(await messageOf(bytes.with(17, 0))).toBe(
    "t.parquet: not a complete, readable Parquet file (the header of a page of column a is damaged); fetch the file again",
  );
});

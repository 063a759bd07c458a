import { UserError } from "@medhelm/core/user-error";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { readZipEntry, zipFolder } from "./read-zip.ts";
import { fileOf } from "@medhelm/testing/fixtures/benchmarks/files";

const whole = { "data/a.txt": strToU8("An invented note.") };
const archive = (entries: Record<string, Uint8Array>) => fileOf("x.zip", zipSync(entries));

test.for(["../a.txt", "data/../../a.txt", "/etc/a.txt", "C:/a.txt", "data\\..\\..\\a.txt"])(
  "an archive with the entry %s is refused, even if another entry is requested",
  (name) => {
    const file = archive({ ...whole, [name]: strToU8("x") });
    expect(() => readZipEntry(file, "data/a.txt")).toThrow(/^x\.zip: its entry ".*" unpacks outside its folder/);
    expect(() => zipFolder(file, "data/")).toThrow(UserError);
  },
);

test("an entry that would unpack to a hundred times its size is refused before it is unpacked", () => {
  const file = archive({ ...whole, "data/b.txt": new Uint8Array(5_000_000) });
  expect(() => zipFolder(file, "data/")).toThrow(/^x\.zip: data\/b\.txt unpacks to 5000000 bytes, out of \d+/);
  expect(() => readZipEntry(file, "data/a.txt")).not.toThrow();
});

test("the error for an incomplete archive, or for one without the folder, names the archive", () => {
  const file = archive(whole);
  expect(() => zipFolder({ ...file, bytes: file.bytes.slice(0, -30) }, "data/")).toThrow(/not a complete ZIP archive/);
  expect(() => zipFolder(file, "other/")).toThrow(/the archive has no files in other\//);
});

test("the names of a folder's files begin with it where the prefix is empty", async () => {
  const place = zipFolder(archive({ ...whole, "other/b.txt": strToU8("x") }), "data/", "");
  expect(await place.list()).toEqual(["data/a.txt"]);
  expect((await place.read("data/a.txt"))?.label).toBe("x.zip, data/a.txt");
  expect(await place.read("other/b.txt")).toBeUndefined();
});

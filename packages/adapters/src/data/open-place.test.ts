import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { localDataSource } from "./data-source.ts";
import { openPlace } from "./open-place.ts";

function root(): string {
  const folder = mkdtempSync(join(tmpdir(), "open-place-"));
  mkdirSync(join(folder, "set/sub"), { recursive: true });
  writeFileSync(join(folder, "set/b.txt"), "b");
  writeFileSync(join(folder, "set/Z.txt"), "Z");
  writeFileSync(join(folder, "set/sub/a.txt"), "a");
  writeFileSync(join(folder, "secret.txt"), "not to be read");
  return folder;
}
const textOf = (file: { readonly bytes: Uint8Array } | undefined) =>
  file === undefined ? undefined : new TextDecoder().decode(file.bytes);

test("a folder lists its files and those of its subfolders in byte order", async () => {
  const place = await openPlace(join(root(), "set"));
  expect(await place?.list()).toEqual(["Z.txt", "b.txt", "sub/a.txt"]);
  expect(textOf(await place?.read("sub/a.txt"))).toBe("a");
});

test("a read of a missing file or of a file outside the folder is undefined", async () => {
  const place = await openPlace(join(root(), "set"));
  for (const name of ["none.txt", "../secret.txt", "sub", undefined]) expect(await place?.read(name)).toBeUndefined();
  expect(await openPlace(join(root(), "none"))).toBeUndefined();
});

test("a file is read without a name and not with one", async () => {
  const place = await openPlace(join(root(), "set/b.txt"));
  expect(textOf(await place?.read())).toBe("b");
  expect(await place?.read("b.txt")).toBeUndefined();
});

test("data_path= replaces the mirror", async () => {
  const [dataDir, other] = [root(), root()];
  const data = localDataSource({ dataDir, cacheDir: join(other, "cache") });
  expect((await data.open({ path: "set" }))?.label).toBe(join(dataDir, "set"));
  expect((await data.open({ path: "set", at: join(other, "set") }))?.label).toBe(join(other, "set"));
  expect(await data.open({ path: "set", at: join(other, "none") })).toBeUndefined();
});

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { diskFiles, readUserText } from "./disk-files.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "medhelm-disk-"));
  mkdirSync(join(folder, "b"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const write = (path: string, text: string | Uint8Array): void => writeFileSync(join(folder, path), text);
const read = async (name: string, relativeTo?: string): Promise<string> => {
  const { label, bytes } = await diskFiles(folder).read(name, relativeTo);
  return `${label.slice(folder.length + 1)}: ${new TextDecoder().decode(bytes)}`;
};

describe("a file that the user names", () => {
  test.skipIf(!existsSync("/proc/self/mem"))(
    "is named where the disk cannot read it (skipped without /proc)",
    async () => {
      const file = await diskFiles(folder).open("/proc/self/mem");
      const refusal = "/proc/self/mem: it cannot be read (EIO); name a file";
      await expect(file.head(4)).rejects.toThrow(refusal);
      await expect(file.stream()[Symbol.asyncIterator]().next()).rejects.toThrow(refusal);
    },
  );

  test("is found next to the file that names it", async () => {
    write("b/prompt.txt", "beside");
    expect(await read("prompt.txt", "b/b.yaml")).toBe("b/prompt.txt: beside");
  });

  test("is found in the working directory otherwise, as in HELM", async () => {
    write("prompt.txt", "here");
    expect(await read("prompt.txt", "b/b.yaml")).toBe("prompt.txt: here");
  });

  test("is found if both places are the same folder", async () => {
    write("prompt.txt", "here");
    expect(await read("prompt.txt", "b.yaml")).toBe("prompt.txt: here");
  });

  test("is accepted if the files in both places have the same content", async () => {
    write("prompt.txt", "same");
    write("b/prompt.txt", "same");
    expect(await read("prompt.txt", "b/b.yaml")).toBe("b/prompt.txt: same");
  });

  test("is refused if the files in both places differ", async () => {
    write("prompt.txt", "here");
    write("b/prompt.txt", "beside");
    await expect(read("prompt.txt", "b/b.yaml")).rejects.toThrow(
      `prompt.txt: ${folder}/b/prompt.txt and ${folder}/prompt.txt differ; give the full path of one of them`,
    );
  });

  test("that neither place has causes an error that names both places", async () => {
    await expect(read("prompt.txt", "b/b.yaml")).rejects.toThrow(
      `prompt.txt: there is no such file in ${folder}/b or ${folder}; correct the path`,
    );
  });

  test("with an absolute path is read only from that path", async () => {
    write("prompt.txt", "here");
    await expect(read(join(folder, "b/prompt.txt"))).rejects.toThrow(
      `${folder}/b/prompt.txt: there is no such file; correct the path`,
    );
  });
});

test("comes with its hash, because the identity of a run includes its files", async () => {
  write("a.txt", "abc");
  expect((await diskFiles(folder).read("a.txt")).sha256).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

describe("one sentence says why a file cannot be read", () => {
  test("it is a folder", async () => {
    await expect(read("b")).rejects.toThrow("b: it is a folder; name a file");
    await expect(diskFiles(folder).open("b")).rejects.toThrow("b: it is a folder; name a file");
    await expect(readUserText(join(folder, "b"))).rejects.toThrow(`${folder}/b: it is a folder; name a file`);
  });

  test.each([
    ["a pipe", (path: string) => execFileSync("mkfifo", [path])],
    ["a device", (path: string) => symlinkSync("/dev/zero", path)],
  ])("it is %s", async (_, make) => {
    make(join(folder, "notes.csv"));
    const said = "notes.csv: it is a pipe, a socket or a device, which cannot be read twice; name a file";
    await expect(diskFiles(folder).read("notes.csv")).rejects.toThrow(said);
    await expect(diskFiles(folder).open("notes.csv")).rejects.toThrow(said);
  });

  test("it does not exist", async () => {
    await expect(readUserText("no/such.conf")).rejects.toThrow("no/such.conf: there is no such file; name a file");
  });
  test("it has another encoding", async () => {
    write("latin.conf", Uint8Array.from([0x63, 0x61, 0x66, 0xe9]));
    await expect(readUserText(join(folder, "latin.conf"))).rejects.toThrow(
      /latin\.conf: not UTF-8 text; save it as UTF-8/,
    );
  });
  test.skipIf(process.getuid?.() === 0)(
    "it belongs to another user (skipped for root, who may read all files)",
    async () => {
      write("secret.conf", "x");
      chmodSync(join(folder, "secret.conf"), 0);
      await expect(readUserText(join(folder, "secret.conf"))).rejects.toThrow(
        /secret\.conf: you have no permission to read it; name a file/,
      );
    },
  );
});

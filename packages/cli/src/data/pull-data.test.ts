import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { fileServer } from "@medhelm/testing/file-server";
import { expect, onTestFinished, test } from "vitest";
import { readRecords } from "./data-records.ts";
import { pullData } from "./pull-data.ts";

const TEXT = "x".repeat(100_000);
const PATH = "set/questions.json";

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-data-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function server(options: Parameters<typeof fileServer>[1] = {}, text = TEXT) {
  const made = await fileServer({ [PATH]: text }, options);
  onTestFinished(() => made.close());
  return made;
}

const NOWHERE = "http://127.0.0.1:9/gone.json";
const file = (url: string) => ({ path: PATH, url, sha256: sha256Hex(TEXT) });
const pull = (files: Parameters<typeof pullData>[0], folder: string, mirrors: readonly string[] = []) =>
  pullData(files, { folder, mirrors, report: () => undefined });

test("a file is pulled with its record, and a second pull reads nothing", async () => {
  const [{ url, reads }, folder] = [await server(), temporary()];
  expect(await pull([file(`${url}/${PATH}`)], folder)).toMatchObject([{ state: "pulled", problems: [] }]);
  expect(readFileSync(join(folder, PATH), "utf8")).toBe(TEXT);
  expect((await readRecords(folder)).files.get(PATH)).toEqual({
    path: PATH,
    url: `${url}/${PATH}`,
    sha256: sha256Hex(TEXT),
    sizeBytes: 100_000,
  });
  expect(await pull([file(`${url}/${PATH}`)], folder)).toMatchObject([{ state: "here" }]);
  expect(reads).toHaveLength(1);
});

test("a cut connection continues at the byte where it ended", async () => {
  const folder = temporary();
  const { url, reads } = await server({
    fault: (_path, response, from) => {
      if (from > 0) return false;
      response.writeHead(200, { etag: `"${sha256Hex(TEXT).slice(0, 16)}"`, "content-length": "100000" });
      response.write("x".repeat(40_000));
      // cut only when the bytes have arrived: fetch drops those that nobody has read yet
      const timer = setInterval(() => {
        const part = readdirSync(join(folder, "set")).find((name) => name.endsWith(".part"));
        if (part === undefined || statSync(join(folder, "set", part)).size < 40_000) return;
        clearInterval(timer);
        response.destroy();
      }, 10);
      return true;
    },
  });
  await pull([file(`${url}/${PATH}`)], folder);
  expect(reads.map(({ from }) => from)).toEqual([0, 40_000]);
  expect(readFileSync(join(folder, PATH), "utf8")).toBe(TEXT);
});

test("a server without ranges sends an incomplete file again from its start", async () => {
  const folder = temporary();
  let isFirst = true;
  const { url } = await server({
    ranges: false,
    fault: (_path, response) => {
      if (!isFirst) return false;
      isFirst = false;
      response.writeHead(200, { etag: `"${sha256Hex(TEXT).slice(0, 16)}"`, "content-length": "100000" });
      response.write("x".repeat(40_000), () => setTimeout(() => response.destroy(), 50));
      return true;
    },
  });
  expect(await pull([file(`${url}/${PATH}`)], folder)).toMatchObject([{ state: "pulled" }]);
  expect(readFileSync(join(folder, PATH), "utf8")).toBe(TEXT);
});

test("a file without a checksum that changes during the pull is read in its new version", async () => {
  const folder = temporary();
  const made = await server({
    fault: (_path, response, from) => {
      if (from > 0 || made.reads.length > 1) return false;
      made.replace(PATH, "new text");
      response.writeHead(200, { etag: `"${sha256Hex(TEXT).slice(0, 16)}"`, "content-length": "100000" });
      response.write("x".repeat(10), () => response.socket?.end());
      return true;
    },
  });
  await pull([{ path: PATH, url: `${made.url}/${PATH}` }], folder);
  expect(readFileSync(join(folder, PATH), "utf8")).toBe("new text");
});

test("bytes that differ from the pinned checksum are refused, and leave no file", async () => {
  const [{ url }, folder] = [await server({}, "other bytes"), temporary()];
  const [pulled] = await pull([file(`${url}/${PATH}`)], folder);
  expect(pulled).toMatchObject({
    state: "failed",
    problems: [`${url}/${PATH}: ${PATH} has other bytes than its checksum says; run the same command again`],
  });
  expect(readdirSync(join(folder, "set"))).toEqual([]);
});

test("a mirror is asked first, and the file's own address when the mirror does not have it", async () => {
  const [mirror, origin, folder] = [await fileServer({}), await server(), temporary()];
  onTestFinished(() => mirror.close());
  expect(await pull([file(`${origin.url}/${PATH}`)], folder, [mirror.url])).toMatchObject([
    {
      state: "pulled",
      problems: [`${mirror.url}/${PATH}: the server answered 404, so the file is not there any more`],
    },
  ]);
});

test("a further address of the file is asked when the first one cannot be reached", async () => {
  const [{ url }, folder] = [await server(), temporary()];
  const [pulled] = await pull([{ ...file(NOWHERE), mirrors: [`${url}/${PATH}`] }], folder);
  expect(pulled).toMatchObject({ state: "pulled", record: { url: `${url}/${PATH}` } });
});

test("a web page instead of a file without a checksum is refused", async () => {
  const [{ url }, folder] = [await server({ contentType: "text/html; charset=utf-8" }), temporary()];
  const [pulled] = await pull([{ path: PATH, url: `${url}/${PATH}` }], folder);
  expect(pulled?.problems).toEqual([`${url}/${PATH} answered with a web page instead of the file`]);
  expect(existsSync(join(folder, PATH))).toBe(false);
});

test("a server that answers no HEAD is read whole", async () => {
  const [{ url }, folder] = [await server({ head: false }), temporary()];
  expect(await pull([file(`${url}/${PATH}`)], folder)).toMatchObject([{ state: "pulled" }]);
});

test("a changed file in the folder is pulled again", async () => {
  const [{ url }, folder] = [await server(), temporary()];
  mkdirSync(join(folder, "set"));
  writeFileSync(join(folder, PATH), "cut");
  expect(await pull([file(`${url}/${PATH}`)], folder)).toMatchObject([{ state: "pulled" }]);
  expect(readFileSync(join(folder, PATH), "utf8")).toBe(TEXT);
});

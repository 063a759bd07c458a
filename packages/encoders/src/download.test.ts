import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolders } from "@medhelm/adapters/make-folders";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { downloadEncoder } from "./download.ts";

const refuse = async () => new Response("", { status: 503 });
const REVISION = "a".repeat(40);

function setUp(model = "weights") {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-encoder-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const urls: string[] = [];
  const notices: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    urls.push(url);
    if (url.includes("/api/models/")) return Response.json({ sha: REVISION });
    return new Response(url.endsWith("model.onnx") ? model : "{}");
  };
  return {
    folder,
    urls,
    notices,
    options: { folder, fetch, makeFolders, notice: (text: string) => void notices.push(text) },
  };
}

test("all files come from the revision that the hub names, and the next call downloads nothing", async () => {
  const { options, urls, notices } = setUp();
  expect(await downloadEncoder(options)).toEqual({ revision: REVISION });
  expect(urls.slice(1).every((url) => url.includes(`/resolve/${REVISION}/`))).toBe(true);
  expect(notices[0]).toContain(`onnx/model.onnx has sha256 ${sha256Hex("weights")}, which is not verified`);
  const requests = urls.length;
  await downloadEncoder(options);
  expect({ requests: urls.length, notices: notices.length }).toEqual({ requests, notices: 1 });
});

test("a file that differs from the first download is refused", async () => {
  const { folder, options } = setUp();
  await downloadEncoder(options);
  writeFileSync(join(folder, "onnx/model.onnx"), "other weights");
  await expect(downloadEncoder(options)).rejects.toThrow(/differs from the file of the first download: remove/);
});

test("an unreadable pin is an error that names its file", async () => {
  const { folder, options, urls } = setUp();
  writeFileSync(join(folder, "pin.json"), "{");
  await expect(downloadEncoder(options)).rejects.toThrow(
    `${join(folder, "pin.json")}: the file is not JSON; remove its folder to download the encoder again`,
  );
  expect(urls).toEqual([]);
});

test("a file that differs from the user's checksum is not pinned", async () => {
  const { folder, options } = setUp();
  await expect(downloadEncoder({ ...options, sha256: "0".repeat(64) })).rejects.toThrow(
    `has sha256 ${sha256Hex("weights")}, but --encoder-sha256 is ${"0".repeat(64)}`,
  );
  expect(readdirSync(folder)).not.toContain("pin.json");
  await downloadEncoder({ ...options, sha256: sha256Hex("weights") });
});

test("if the hub refuses a download, the error names the alternative", async () => {
  const { options } = setUp();
  await expect(downloadEncoder({ ...options, fetch: refuse })).rejects.toThrow(
    /revision\/main answered 503: try again later, or fetch onnx\/model\.onnx and tokenizer\.json on another machine and pass their folder with --encoder-dir/,
  );
});

test("a file that is longer than the limit is refused and leaves no file", async () => {
  const { folder, options } = setUp("x".repeat(101));
  await expect(downloadEncoder({ ...options, maxFileBytes: 100 })).rejects.toThrow(
    /resolve\/a{40}\/onnx\/model\.onnx has more than 100 bytes, so it is not the encoder: fetch onnx\/model\.onnx/,
  );
  expect(readdirSync(join(folder, "onnx"))).toEqual([]);
});

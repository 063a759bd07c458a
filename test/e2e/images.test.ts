import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openaiApi } from "@medhelm/testing/models/openai-api";
import { serve } from "@medhelm/testing/fault-server";
import { smallPng } from "@medhelm/testing/small-png";
import { expect, onTestFinished, test } from "vitest";
import { cli, launch, testFolder } from "./cli.ts";
import { filesHolding } from "./files-holding.ts";

const [held, shown] = [smallPng(10), smallPng(240)];
const hash = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** A benchmark with one picture. */
function writeBenchmark(folder: string, access: string, picture: Buffer): void {
  mkdirSync(folder);
  writeFileSync(join(folder, "picture.png"), picture);
  writeFileSync(join(folder, "prompt.txt"), "{image}\n{question}");
  writeFileSync(join(folder, "table.csv"), "image,question,correct_answer\npicture.png,Is it grey?,Yes\n");
  writeFileSync(
    join(folder, "b.yaml"),
    `name: ${access}-pictures\ndescription: d\nprompt_file: prompt.txt\ndataset_file: table.csv\nimage_columns: [image]\naccess: ${access}\norg: O\nmetrics:\n  - name: exact_match\n`,
  );
}

/** A server whose model answers Yes. */
async function eye() {
  const handle = openaiApi({ says: () => ({ text: "Yes" }) });
  const server = await serve((request, body, response) => {
    if (request.url !== "/v1/models") return handle(request, body, response);
    response.setHeader("content-type", "application/json");
    response.end('{"data":[{"id":"eye"}]}');
  });
  onTestFinished(() => server.close());
  return server;
}

test("a model gets the images, inspect names them, and a built site has those of public runs only", async () => {
  const cwd = testFolder();
  writeBenchmark(join(cwd, "held"), "private", held);
  writeBenchmark(join(cwd, "shown"), "public", shown);
  const server = await eye();
  const where = { cwd, env: { KEY: "sk-test" } };
  const entries = ["held", "shown"].map((name) => `medhelm_configurable_benchmark:config_path=${name}/b.yaml`);
  const flags = ["--models-to-run", "local/eye", "--endpoint", server.baseUrl, "--api-key-env", "KEY"];
  const run = await cli("medhelm", ["run", "-r", ...entries, ...flags, "--suite", "s"], where);
  expect(run).toMatchObject({ code: 0 });
  const inspected = await cli("medhelm", ["inspect", "private-pictures:model=local_eye", "--suite", "s"], where);
  expect(inspected.stdout).toContain(`-- images\nimages/${hash(held)}.png`);
  expect(await cli("medhelm", ["verify", "private-pictures:model=local_eye", "--suite", "s"], where)).toMatchObject({
    code: 0,
  });

  for (const args of [
    ["summarize", "--release", "r", "--suites", "s"],
    ["site", "build", "--release", "r", "--out", "built"],
  ])
    expect(await cli("medhelm", args, where)).toMatchObject({ code: 0 });
  const isIn = (folder: string, bytes: Buffer): boolean =>
    filesHolding(join(cwd, folder), new RegExp(hash(bytes))).length > 0;
  expect([isIn("benchmark_output/runs", held), isIn("built", held), isIn("built", shown)]).toEqual([true, false, true]);
});

test("a table with images becomes a benchmark, a run and a page with its images by five commands in an empty folder", async () => {
  const cwd = testFolder();
  writeFileSync(join(cwd, "one.png"), held);
  writeFileSync(join(cwd, "table.csv"), "image,question,answer\none.png,Is it dark?,Yes\n");
  const { baseUrl } = await eye();
  const where = { cwd: join(cwd, "pictures"), env: { KEY: "sk-test" } };
  expect(await cli("medhelm", ["new", "benchmark", "pictures", "--from", "table.csv"], { cwd })).toMatchObject({
    code: 0,
  });
  const flags = ["--models-to-run", "local/eye", "--endpoint", baseUrl, "--api-key-env", "KEY"];
  for (const args of [
    ["run", "--conf-paths", "pictures.conf", ...flags, "--suite", "my"],
    ["summarize", "--suite", "my"],
  ])
    expect(await cli("medhelm", args, where)).toMatchObject({ code: 0 });
  const server = launch("medhelm", ["server", "--suite", "my", "--port", "18732"], where);
  const [, address = ""] = await server.until(/(http:\/\/[^\s/]+\/)/);
  const board = readFileSync(join(where.cwd, "benchmark_output/runs/my/leaderboard.json"), "utf8");
  const [, slug] = /"slug": ?"([^"]+)"/.exec(board) ?? [];
  const image = await fetch(`${address}data/${slug}/${hash(held)}.png`);
  expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(Buffer.from(await image.arrayBuffer())).toEqual(held);
});

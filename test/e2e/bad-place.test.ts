import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli, packedShell, shell, testFolder } from "./cli.ts";
import { cliHere } from "./cli-here.ts";
import { refusal, seen } from "./bad-case.ts";

/** A port that no other program of the tests uses: another one at 8787 adds a sentence about it. */
const UP = ["up", "-p", "38787"];

const RUN = "demo_questions:model=baseline/first-option";
const FOLDER = "demo_questions:model=baseline_first-option";

const NO_INDEX = "out/.medhelm/index.sqlite was damaged or had lost rows, and is now out/.medhelm/index.sqlite.damaged";

test("medhelm reindex makes a damaged index file again, and keeps the damaged one", async () => {
  const files = { "out/.medhelm/index.sqlite": "this is not a database", "out/suites/s.json": "{}" };
  const { code, stderr } = await seen({ args: ["reindex", "-o", "out"], files });
  expect([code, stderr]).toEqual([0, expect.stringContaining(`medhelm: ${NO_INDEX}\n`)]);
  expect(stderr).toContain("medhelm: the index has 0 submissions");
});

test("medhelm repair sets a damaged index file aside, and the next start makes it again", async () => {
  const files = { "out/.medhelm/index.sqlite": "this is not a database" };
  const { code, stderr } = await seen({ args: ["repair", "-o", "out"], files });
  expect([code, stderr.replaceAll(/\S*\/out\//g, "out/")]).toEqual([
    0,
    `medhelm: repaired: ${NO_INDEX}; medhelm up and medhelm reindex make it again from the objects\n`,
  ]);
});

test.each([[["reindex"]], [UP], [["run", "-r", RUN]]])(
  "medhelm %s names a damaged file of answers and the next step",
  async (args) => {
    const files = { "out/.medhelm/answers.sqlite": "this is not a database" };
    const { code, stderr } = await seen({ args: [...args, "-o", "out"], files });
    expect([code, stderr]).toEqual([
      2,
      "medhelm: out/.medhelm/answers.sqlite: this file is damaged (file is not a database); call medhelm repair, which keeps its readable answers, and run the same command again\n",
    ]);
  },
);

test.each([
  [
    "locks.sqlite",
    ["run", "-r", RUN, "-m", "1"],
    "stop all medhelm processes that use the folder, and call medhelm repair",
  ],
  ["compute/owner.sqlite", UP, "stop the medhelm processes that use the folder, and call medhelm repair"],
  ["compute/owner.sqlite", ["reindex"], "stop the medhelm processes that use the folder, and call medhelm repair"],
])("a damaged %s is named by medhelm %s with the next step", async (file, args, next) => {
  const files = { [`out/.medhelm/${file}`]: "this is not a database" };
  const { code, stderr } = await seen({ args: [...args, "-o", "out"], files });
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`out/.medhelm/${file}: this file is damaged (file is not a database); ${next}\n`),
  ]);
  expect(stderr).not.toContain("this is a bug");
});

test.each([[["up"]], [["run", "-r", RUN]]])("medhelm %s refuses a file in place of its own folder", async (args) => {
  const files = { "out/.medhelm": "mine" };
  expect(await seen({ args: [...args, "-o", "out"], files })).toEqual(
    refusal("--output-path out/.medhelm: it is a file; name a folder in which you can write"),
  );
});

test.each(["out/runs", "out/runs/s", `out/runs/s/${FOLDER}`])(
  "medhelm run refuses the file %s before the first request",
  async (file) => {
    const args = ["run", "-r", RUN, "--suite", "s", "-m", "1", "-o", "out"];
    const { code, stderr } = await seen({ args, files: { [file]: "mine" } });
    expect([code, stderr]).toEqual([
      2,
      `medhelm: ${file} is a file, but the runs need a folder there; move the file, or name another --output-path\n`,
    ]);
  },
);

test.each([[["up"]], [["run", "-r", RUN]]])("medhelm %s refuses a path that is too long for SQLite", async (args) => {
  const { code, stderr, isUntouched } = await seen({ args: [...args, "-o", `${"a".repeat(240)}/${"b".repeat(240)}`] });
  expect([code, stderr.replace(/\d+ bytes,/, "N bytes,"), isUntouched]).toEqual([
    2,
    "medhelm: --output-path: the full path of the folder has N bytes, and SQLite opens files in a folder of at most 480; name a folder with a shorter path\n",
    true,
  ]);
});

test.each([[["up"]], [["run", "-r", RUN]]])("medhelm %s refuses an empty output path", async (args) => {
  expect(await seen({ args: [...args, "-o", ""] })).toEqual(
    refusal(`--output-path : it is empty; name a folder; medhelm ${args[0]} --help lists the options`),
  );
});

test.each(["list", "examples --help"])("medhelm %s ends without a stack if nobody reads its output", async (args) => {
  const { stderr } = await shell(`set -o pipefail; medhelm ${args} | true`, { cwd: testFolder() });
  expect(stderr).toBe("");
});

test.skipIf(!existsSync("/dev/zero")).each(["-c my.conf", "-c including.conf", "-c /dev/zero"])(
  "medhelm run %s refuses a pipe or a device in place of a file of entries, instead of waiting or reading for ever",
  async (option) => {
    const cwd = testFolder();
    writeFileSync(join(cwd, "including.conf"), 'include "my.conf"\n');
    const { code, stderr } = await packedShell(`mkfifo my.conf; medhelm run ${option} --suite s -o out`, { cwd });
    const name = option === "-c /dev/zero" ? "/dev/zero" : "my.conf";
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `medhelm: ${name}: it is a pipe, a socket or a device, which cannot be read twice; name a file\n`,
    });
  },
);

test.skipIf(!existsSync("/dev/fd"))("medhelm run -c reads the pipe of a shell", async () => {
  const entries = `'entries: [{description: "${RUN}"}]'`;
  const line = `medhelm run -c <(echo ${entries}) -m 1 --suite s -o out && medhelm run -c <(cat /dev/zero) --suite s`;
  const { code, stdout, stderr } = await packedShell(line, { cwd: testFolder() });
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: expect.stringContaining("exact_match"),
    stderr: expect.stringMatching(/: this pipe has more than 67108864 bytes; write them to a file and name it\n$/),
  });
});

const RESULTS = `medhelm run -r ${RUN} --suite s -o out`;

test.skipIf(!existsSync("/dev/full"))(
  "results that a full disk does not take end the command in one sentence",
  async () => {
    const cwd = testFolder();
    const { code, stderr } = await packedShell(`${RESULTS} --quiet >/dev/full`, { cwd });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        "medhelm: standard output: the disk is full; finished work is kept: send the output elsewhere, then run the same command again\n",
    });
  },
);

test.skipIf(!existsSync("/dev/full"))("a full disk of the messages does not end the run", async () => {
  const { code, stdout } = await packedShell(`${RESULTS} 2>/dev/full`, { cwd: testFolder() });
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("exact_match") });
});

test("a working folder that was removed is named as the cause", async () => {
  const { code, stderr } = await packedShell(`mkdir gone; cd gone; rmdir ../gone; ${RESULTS}`, { cwd: testFolder() });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: "medhelm: the folder in which this command started no longer exists; change to another one with cd\n",
  });
});

test.each(["up", "worker"])("medhelm %s with --offline asks no bucket beyond this machine", async (command) => {
  const env = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b", AWS_REGION: "us-east-1" };
  const { code, stderr } = await cli("medhelm", [command, "--store", "s3://bucket", "--offline"], {
    cwd: testFolder(),
    env,
  });
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("--offline refuses a connection to bucket.s3.us-east-1.amazonaws.com"),
  ]);
});

test("medhelm check prints the control characters of a file and its name as marks", async () => {
  const name = "a\u001b[31m\u202e.csv";
  const { stdout } = await seen({ args: ["check", name], files: { [name]: "question\u009b,answer\nq,a\n" } });
  expect(stdout).toBe("a⟦U+001B⟧[31m⟦U+202E⟧.csv: data\n  1 rows; columns question⟦U+009B⟧, answer\n");
});

test.each(["model_deployments.yaml", "model_metadata.yaml", "credentials.conf"])(
  "a %s that is a link to nowhere is named, and does not count as absent",
  async (file) => {
    const folder = testFolder();
    mkdirSync(join(folder, "own"));
    symlinkSync("nowhere", join(folder, "own", file));
    const { code, stderr } = await cliHere("medhelm", ["plan", "-r", RUN, "--local-path", "own"], { cwd: folder });
    expect([code, stderr]).toEqual([
      2,
      `medhelm: own/${file}: it is a link to a place that does not exist; connect its disk, or remove it\n`,
    ]);
  },
);

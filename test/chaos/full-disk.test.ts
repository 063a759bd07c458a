import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { testFolder } from "../e2e/cli.ts";
import { cliHere } from "../e2e/cli-here.ts";
import { seals } from "./suite.ts";

const medhelm = fileURLToPath(new URL("../../packages/cli/bin/medhelm.js", import.meta.url));
const NAMESPACE = ["--map-root-user", "--mount"];
const why =
  spawnSync("unshare", [...NAMESPACE, "mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", "/mnt"]).status === 0
    ? undefined
    : "this system gives no mount namespace";

const ARGS = ["run", "-r", "demo_questions:model=baseline/first-option", "--suite", "s", "-o", "out"];

test.skipIf(why !== undefined)(
  `a run on a disk that fills says so, and ends as undisturbed when the disk has space (or: ${why})`,
  async () => {
    const [full, calm] = [testFolder(), testFolder()];
    mkdirSync(join(full, "disk"));
    expect(await cliHere("medhelm", ARGS, { cwd: calm })).toMatchObject({ code: 0 });
    const run = `'${process.execPath}' '${medhelm}' ${ARGS.join(" ")}`;
    const script = [
      "mount -t tmpfs -o size=250k tmpfs disk && cd disk",
      `${run} >/dev/null 2>../first; echo "first $?"`,
      `mount -o remount,size=100m "$PWD"`,
      `${run} >/dev/null 2>../second; echo "second $?"`,
      "grep -c 'is full' ../first",
      "cp -r out ..",
    ].join("\n");
    const { stdout, stderr } = spawnSync("unshare", [...NAMESPACE, "bash", "-c", script], {
      cwd: full,
      encoding: "utf8",
      env: { PATH: `${dirname(process.execPath)}:/usr/sbin:/usr/bin:/sbin:/bin`, HOME: full },
    });
    expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/^first 2\nsecond 0\n1\n$/), stderr: "" });
    expect(seals(join(full, "out"), "s")).toEqual(seals(join(calm, "out"), "s"));
  },
);

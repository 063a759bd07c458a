import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { testFolder } from "../e2e/cli.ts";
import { cliHere } from "../e2e/cli-here.ts";
import { NAMESPACE, noNamespace as why } from "./mount-namespace.ts";
import { seals } from "./suite.ts";

const medhelm = fileURLToPath(new URL("../../packages/cli/bin/medhelm.js", import.meta.url));
const ARGS = ["run", "-r", "demo_questions:model=baseline/first-option", "--suite", "s", "-o", "out"];

/** Calls each command with a full disk below ./disk. Returns its exit code and its message, and then what the calls left on the disk. */
function onFullDisk(cwd: string, commands: readonly string[]): readonly string[] {
  const calls = commands.map(
    (command, i) =>
      `'${process.execPath}' '${medhelm}' ${command} 2>err${i} >/dev/null </dev/null; echo "$? $(tail -n 1 err${i})"`,
  );
  const script = [
    "mount -t tmpfs -o size=64k tmpfs disk",
    "head -c 100k /dev/zero 2>/dev/null >disk/full",
    ...calls,
    "find disk -type f -size +0",
  ];
  return unshared(cwd, script).stdout.trimEnd().split("\n");
}

function unshared(cwd: string, script: readonly string[]) {
  return spawnSync("unshare", [...NAMESPACE, "bash", "-c", script.join("\n")], {
    cwd,
    encoding: "utf8",
    env: { PATH: `${dirname(process.execPath)}:/usr/sbin:/usr/bin:/sbin:/bin`, HOME: cwd },
  });
}

test.skipIf(why !== undefined)(
  `commands that write to a full disk name the file or folder there, and leave nothing half written (or: ${why})`,
  async () => {
    const cwd = testFolder();
    mkdirSync(join(cwd, "disk"));
    for (const args of [ARGS, ["summarize", "--suite", "s", "-o", "out"]])
      expect(await cliHere("medhelm", args, { cwd })).toMatchObject({ code: 0 });
    const commands = [
      "backup disk/backup -o out",
      "backup disk -o out",
      "export --helm --suite s --from out --to disk/helm",
      "export --suite s --from out --to disk/parquet --format parquet",
      "agree sheet 'out/runs/s/demo_questions:model=baseline_first-option' --n 3 -o disk/sheet.csv",
      `${ARGS.join(" ")} --junit disk/j.xml`,
    ];
    const said = onFullDisk(cwd, commands).map((line) => line.replace(`${cwd}/`, "").replace(/model=.+(?=: the)/, ""));
    const full = "the disk is full; finished work is kept: fix this, then run the same command again";
    expect(said).toEqual([
      `2 medhelm: disk/backup: ${full}`,
      "2 medhelm: disk: a disk is mounted there; name a new folder on it, as in disk/backup",
      `2 medhelm: disk/helm/runs/s/demo_questions:: ${full}`,
      `2 medhelm: disk/parquet/rows.parquet: ${full}`,
      `2 medhelm: disk/sheet.csv.key.json: ${full}`,
      `2 medhelm: disk/j.xml: ${full}`,
      "disk/full",
    ]);
  },
);

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
    ];
    const { stdout, stderr } = unshared(full, script);
    expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/^first 2\nsecond 0\n1\n$/), stderr: "" });
    expect(seals(join(full, "out"), "s")).toEqual(seals(join(calm, "out"), "s"));
  },
);

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { type BadCase, inFolder, refusal, seen } from "./bad-case.ts";
import { cliHere } from "./cli-here.ts";

const LONG = "n".repeat(256);
const OUT = "name the folder that medhelm run wrote";
const NO_RUNS = `--output-path full: there are no runs, releases or .medhelm in it; ${OUT}`;
const TOO_LONG =
  "its name is longer than this disk allows; use a shorter one; fix this, then run the same command again";
const RUN = "out/runs/s/r";
const FILE_OF_USER = {
  "notes.txt": "mine",
  "notes.json": "{}",
  "full/notes.txt": "mine",
  [`${RUN}/run_spec.json`]: "{}",
  [`${RUN}/scenario_state.json`]: "{}",
  "other/run_spec.json": "{}",
};

test.each<Omit<BadCase, "files">>([
  {
    what: "a file whose runs are to be repaired",
    args: ["repair", "-o", "notes.txt"],
    message: `--output-path notes.txt: it is not a folder; ${OUT}`,
  },
  {
    what: "a file that is to be copied",
    args: ["backup", "copy", "-o", "notes.txt"],
    message: `--output-path notes.txt: it is not a folder; ${OUT}`,
  },
  {
    what: "a file that is to be shown",
    args: ["server", "--suite", "s", "-o", "notes.txt"],
    message: `--output-path notes.txt: it is not a folder; ${OUT}`,
  },
  { what: "a folder without runs that is to be repaired", args: ["repair", "-o", "full"], message: NO_RUNS },
  { what: "a folder without runs that is to be copied", args: ["backup", "copy", "-o", "full"], message: NO_RUNS },
  { what: "a folder without runs that is to be upgraded", args: ["migrate", "-o", "full"], message: NO_RUNS },
  { what: "a folder without an audit trail", args: ["audit", "-o", "full"], message: NO_RUNS },
  {
    what: "no folder of an audit trail",
    args: ["audit", "-o", "no"],
    message: `--output-path no: there is no such folder; ${OUT}`,
  },
  {
    what: "no folder of a suite with gaps",
    args: ["complete", "s", "-o", "no"],
    message: `--output-path no: there is no such folder; ${OUT}`,
  },
  {
    what: "no folder of releases to compare",
    args: ["diff", "a", "b", "-o", "no"],
    message: `--output-path no: there is no such folder; ${OUT}`,
  },
  {
    what: "a file in place of the folder of evidence",
    args: ["evidence", "m", "--release", "r", "-o", "new.json", "--output-path", "notes.txt"],
    message: `--output-path notes.txt: it is not a folder; ${OUT}`,
  },
  {
    what: "a file in place of the folder of models",
    args: ["plan", "-r", "demo_questions:model=baseline/first-option", "--local-path", "notes.txt"],
    message: "--local-path notes.txt: it is not a folder; name the folder with model_deployments.yaml",
  },
  {
    what: "no folder of data",
    args: ["plan", "-r", "demo_questions:model=baseline/first-option", "--data-dir", "no"],
    message: "--data-dir no: there is no such folder; name the folder of the data",
  },
  {
    what: "no folder of data to delete",
    args: ["data", "forget", "pubmed_qa", "--data-dir", "no"],
    message: "--data-dir no: there is no such folder; name the folder of the data",
  },
  {
    what: "a file in place of the folder of data to check",
    args: ["data", "verify", "--data-dir", "notes.txt"],
    message: "--data-dir notes.txt: it is not a folder; name the folder of the data",
  },
  {
    what: "a file in place of a store of keys",
    args: ["keys", "create", "--store", "notes.txt", "--owner", "a", "--name", "b", "--role", "admin"],
    message: "--store notes.txt: it is a file; name a folder in which you can write",
  },
  {
    what: "a file in place of a folder with HELM's runs",
    args: ["prompts", "pull", "notes.txt"],
    message: "notes.txt: it is not a folder; name a folder with HELM's runs",
  },
  { what: "a name that is too long to read", args: ["check", LONG], message: `${LONG}: ${TOO_LONG}` },
  {
    what: "a name that is too long for a folder of runs",
    args: ["inspect", "run", "-o", LONG],
    message: `${LONG}: its name is longer than this disk allows; name another path`,
  },
  {
    what: "an empty path of plugins",
    args: ["summarize", "--suite", "s", "--plugins", ""],
    message: "--plugins : it is empty; name a folder or a file; medhelm summarize --help lists the options",
  },
  {
    what: "an empty name of a run",
    args: ["inspect", ""],
    message: "<run> : it is empty; give its value; medhelm inspect --help lists the options",
  },
  {
    what: "a run in place of the folder for the stats",
    args: ["score", RUN, "-o", "other"],
    message: "--output-path other: it is the folder of a run, whose stats stay; name another folder",
  },
  {
    what: "a file in place of the folder of prompts",
    args: ["prompts", "list", "--prompts-dir", "notes.txt"],
    message: "notes.txt: it is not a folder; name the folder that medhelm prompts pull wrote",
  },
  {
    what: "a file in place of HELM's runs",
    args: ["run", "-r", "demo_questions:model=baseline/first-option", "--spec-from", "notes.txt"],
    message: "--spec-from notes.txt: it is not a folder; name a run folder or a suite folder of HELM",
  },
  {
    what: "no folder of an encoder",
    args: ["score", RUN, "-o", "stats", "--encoder-dir", "none"],
    message: "--encoder-dir none: there is no such folder; name the folder with onnx/model.onnx",
  },
  {
    what: "another file in place of evidence",
    args: ["evidence", "m", "--release", "r", "-o", "notes.json", "--output-path", "out"],
    message: "-o notes.json: this file exists and is no evidence; name another file",
  },
  {
    what: "a file in place of a backup",
    args: ["backup", "notes.txt", "-o", "out"],
    message: "notes.txt: it is a file; name a new folder",
  },
  {
    what: "a sheet in no folder",
    args: ["agree", "sheet", RUN, "-o", "no/sheet.csv"],
    message: "-o no/sheet.csv: the folder no: there is no such folder; make the folder first, or name another file",
  },
  {
    what: "a folder in place of a report",
    args: ["run", "-r", "demo_questions:model=baseline/first-option", "--junit", "full", "-o", "out"],
    message: "--junit full: it is a folder; name a file",
  },
  {
    what: "a folder in place of an archive of data",
    args: ["data", "bundle", "demo_questions", "--to", "full"],
    message: "--to full: it is a folder; name a file",
  },
])("$what is refused, and nothing is written", async ({ args, message }) => {
  expect(await seen({ args, files: FILE_OF_USER })).toEqual(refusal(message));
});

test("a backup that cannot be noted leaves no folder behind", async () => {
  await inFolder({ "out/.medhelm/backups/mine": "", "out/runs/s/mine": "" }, async (cwd) => {
    expect(await cliHere("medhelm", ["backup", "copy", "-o", "out"], { cwd })).toMatchObject({ code: 2 });
    expect(readdirSync(cwd).filter((name) => name.includes("copy"))).toEqual([]);
  });
});

// existsSync says that such a path, or one behind a missing permission, is not there
test.each([
  ["run -r ENTRY --spec-from loop", "loop"],
  ["run -r ENTRY --prompts helm --prompts-dir loop", "loop"],
  ["prompts list --prompts-dir loop", "loop"],
  ["plan -r ENTRY", "prod_env"],
  ["plan -r ENTRY --local-path conf", "conf/credentials.conf"],
  ["doctor --data-dir loop", "loop"],
  ["data list head_qa --data-dir loop", "loop"],
])("medhelm %s says that a link leads back to itself, and not that nothing is there", async (line, link) => {
  await inFolder({ "conf/mine": "" }, async (cwd) => {
    symlinkSync(basename(link), join(cwd, link));
    const entry = "demo_questions:model=baseline/first-option";
    const { stdout, stderr } = await cliHere("medhelm", line.replace("ENTRY", entry).split(" "), { cwd });
    expect(stdout + stderr).toMatch(/: it is a link that leads back to itself/);
  });
});

test("an output path that leads back to itself is named with its option", async () => {
  await inFolder({}, async (cwd) => {
    symlinkSync("loop", join(cwd, "loop"));
    const { stderr } = await cliHere("medhelm", ["up", "-p", "38788", "-o", "loop"], { cwd });
    expect(stderr).toContain("--output-path loop: it is a link that leads back to itself; name a folder");
  });
});

test("a site at a link to nothing is refused before it is built", async () => {
  await inFolder({ "out/releases/r/leaderboard.json": "{}" }, async (cwd) => {
    symlinkSync("none", join(cwd, "site"));
    const args = ["site", "build", "--release", "r", "--out", "site", "-o", "out"];
    const { code, stderr } = await cliHere("medhelm", args, { cwd });
    expect([code, stderr]).toEqual([
      2,
      "medhelm: --out site: it is a link to a place that does not exist; name another folder\n",
    ]);
  });
});

test("a sheet at a link to nothing is refused as one that exists", async () => {
  await inFolder({ [`${RUN}/run_spec.json`]: "{}" }, async (cwd) => {
    symlinkSync("none", join(cwd, "sheet.csv"));
    const { code, stderr } = await cliHere("medhelm", ["agree", "sheet", RUN, "-o", "sheet.csv"], { cwd });
    expect([code, stderr]).toEqual([
      2,
      "medhelm: -o sheet.csv: sheet.csv exists, and clinicians may have filled it in; name another file\n",
    ]);
  });
});

test("a folder of runs without the files of this software has a backup, too", async () => {
  await inFolder({ "out/runs/s/mine": "" }, async (cwd) => {
    expect(await cliHere("medhelm", ["backup", "copy", "-o", "out"], { cwd })).toMatchObject({ code: 0 });
  });
});

test("a backup at a link to an empty folder fills this folder, and the link stays", async () => {
  await inFolder({ "out/runs/s/mine": "" }, async (cwd) => {
    mkdirSync(join(cwd, "disk"));
    symlinkSync("disk", join(cwd, "copy"));
    const { code } = await cliHere("medhelm", ["backup", "copy", "-o", "out"], { cwd });
    expect([code, existsSync(join(cwd, "disk/runs/s/mine")), existsSync(join(cwd, "copy/runs/s/mine"))]).toEqual([
      0,
      true,
      true,
    ]);
  });
});

test.each([
  ["into/copy", "into/copy: a backup cannot lie in the folder that it copies; name a folder outside "],
  ["nowhere", "nowhere: it is a link to a place that does not exist; name a new folder"],
])("a backup at %s, a path through a link, is refused", async (target, message) => {
  await inFolder({ "out/runs/s/mine": "" }, async (cwd) => {
    symlinkSync("out", join(cwd, "into"));
    symlinkSync("none", join(cwd, "nowhere"));
    const { code, stderr } = await cliHere("medhelm", ["backup", target, "-o", "out"], { cwd });
    expect([code, stderr, readdirSync(join(cwd, "out"))]).toEqual([2, expect.stringContaining(message), ["runs"]]);
  });
});

test.skipIf(!existsSync("/usr/bin/mkfifo")).each([
  [["score", "run", "-o", "stats"], "run: there is no scenario_state.json in it; name the folder of one run"],
  [["check", "run/scenario_state.json"], "run/scenario_state.json: it is no file; copy the run again"],
])("medhelm %j does not wait for the writer of a pipe in a run", async (args, message) => {
  await inFolder({ "run/run_spec.json": "{}" }, async (cwd) => {
    execFileSync("mkfifo", [join(cwd, "run/scenario_state.json")]);
    expect(await cliHere("medhelm", args, { cwd })).toEqual({ code: 2, stdout: "", stderr: `medhelm: ${message}\n` });
  });
});

test.skipIf(!existsSync("/usr/bin/mkfifo"))("medhelm score does not wait for the writer of a manifest", async () => {
  const spec = { name: "r", scenario_spec: { class_name: "S", args: {} }, adapter_spec: {}, metric_specs: [] };
  await inFolder({ "run/run_spec.json": JSON.stringify(spec), "run/scenario_state.json": "{}" }, async (cwd) => {
    execFileSync("mkfifo", [join(cwd, "run/manifest.json")]);
    const { code, stderr } = await cliHere("medhelm", ["score", "run", "-o", "stats"], { cwd });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("manifest.json: it is no file; copy the run again"),
    });
  });
});

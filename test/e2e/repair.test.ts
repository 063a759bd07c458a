import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inFolder, said } from "./bad-case.ts";
import { openFolder } from "./cli.ts";
import { cliHere } from "./cli-here.ts";

const NAME = "demo_questions:model=baseline_first-option";
const OUT = "benchmark_output";
const ANSWERS = `${OUT}/.medhelm/answers.sqlite`;
const ENTRY = ["run", "-r", "demo_questions:model=baseline/first-option", "-m", "20", "--suite", "s"];

const OTHER_ENTRY = ["run", "-r", "demo_notes:model=baseline/lead-sentences", "-m", "1", "--suite", "s"];

let home: ReturnType<typeof openFolder>;
beforeAll(async () => {
  home = openFolder();
  for (const entry of [OTHER_ENTRY, ENTRY]) await cliHere("medhelm", entry, { cwd: home.folder });
  const db = new DatabaseSync(join(home.folder, ANSWERS));
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
});
afterAll(() => home.remove());

/** Calls commands in a copy of the folder that `change` has damaged. */
const damaged = (change: (cwd: string) => void, calls: (call: Call, cwd: string) => Promise<void>) =>
  inFolder({}, async (cwd) => {
    cpSync(home.folder, cwd, { recursive: true });
    change(cwd);
    await calls(async (...args) => said(await cliHere("medhelm", args, { cwd }), `${cwd}/${OUT}`), cwd);
  });
type Call = (...args: string[]) => Promise<{ code: number | null; stdout: string; stderr: string }>;

test("medhelm repair of a whole folder finds nothing", () =>
  damaged(
    () => undefined,
    async (call) => {
      expect(await call("repair")).toEqual({ code: 0, stdout: "", stderr: "medhelm: nothing is damaged\n" });
    },
  ));

test("a run remembers its sealed files, so that the first summary need not read them", () => {
  expect(globSync(`${OUT}/work/.scores/*-checked.json`, { cwd: home.folder })).toHaveLength(2);
});

test("medhelm repair names a run that does not exist", () =>
  damaged(
    () => undefined,
    async (call) => {
      expect(await call("repair", "quiz:model=m")).toMatchObject({
        code: 2,
        stderr: 'medhelm: there is no run quiz:model=m in suite "default"; name a run with --suite, or a folder\n',
      });
    },
  ));

test("a file of answers without its last page keeps its readable answers after medhelm repair, and the run continues", () =>
  damaged(
    (cwd) => {
      const bytes = readFileSync(join(cwd, ANSWERS));
      writeFileSync(join(cwd, ANSWERS), bytes.subarray(0, bytes.length - 4096));
      for (const part of ["runs", "work"]) rmSync(join(cwd, OUT, part), { recursive: true });
    },
    async (call) => {
      expect(await call(...ENTRY)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/answers\.sqlite: this file is damaged \(.+\); call medhelm repair, which keeps/),
      });
      expect(await call("repair")).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(
          /^medhelm: repaired: \.medhelm\/answers\.sqlite was damaged: [1-9]\d* answers are kept, .+ now \.medhelm\/answers\.sqlite\.damaged\n$/,
        ),
      });
      expect(await call(...ENTRY)).toMatchObject({ code: 0, stderr: expect.stringContaining("20 instances") });
      expect((await call("repair")).stderr).toBe("medhelm: nothing is damaged\n");
    },
  ));

const LARGER = ENTRY.map((word) => (word === "20" ? "21" : word));

test.each<readonly [string, (file: string) => void, kept: RegExp]>([
  ["emptied", (file) => truncateSync(file), / was damaged: 0 answers are kept, /],
  ["deleted", (file) => rmSync(file), / had lost answers: 0 answers are kept, /],
  [
    "replaced by an older copy",
    (file) => {
      const db = new DatabaseSync(file);
      db.exec("DELETE FROM objects; PRAGMA user_version = 1");
      db.close();
    },
    / had lost answers: 0 answers are kept, /,
  ],
])(
  "a file of answers that was %s stops a run with more questions, until medhelm repair accepts the loss",
  (_, lose, kept) =>
    damaged(
      (cwd) => lose(join(cwd, ANSWERS)),
      async (call) => {
        expect(await call(...LARGER)).toMatchObject({
          code: 2,
          stderr: expect.stringContaining(
            "answers.sqlite: this file has lost answers, because it was emptied, deleted or replaced by an older copy; put the latest copy back, or call medhelm repair, and later runs ask for the lost answers again",
          ),
        });
        expect((await call("repair")).stderr).toMatch(kept);
        expect(await call(...LARGER)).toMatchObject({ code: 0, stderr: expect.stringContaining("21 instances") });
        expect((await call("repair")).stderr).toBe("medhelm: nothing is damaged\n");
      },
    ),
);

test("a stored answer with another byte is noticed, and asked again after medhelm repair", () =>
  damaged(
    (cwd) => {
      const db = new DatabaseSync(join(cwd, ANSWERS));
      db.exec(
        "UPDATE objects SET body = CAST(replace(CAST(body AS TEXT), 'completions', 'complexions') AS BLOB) WHERE rowid = (SELECT max(rowid) FROM objects WHERE key NOT LIKE 'cache/.models/%')",
      );
      db.close();
      for (const part of ["runs", "work"]) rmSync(join(cwd, OUT, part), { recursive: true });
    },
    async (call) => {
      expect((await call(...ENTRY)).stderr).toMatch(
        /answers\.sqlite: the object cache\/public\/[0-9a-f]{64} in it is damaged; stop medhelm, and call medhelm repair/,
      );
      expect((await call("repair")).stderr).toMatch(/: [0-9]+ answers are kept, /);
      expect((await call(...ENTRY)).code).toBe(0);
    },
  ));

test.each(["scores.json", "pages/1.json"])(
  "medhelm summarize leaves out a run whose %s has another byte, names it, and has the run again after medhelm repair",
  (file) =>
    damaged(
      (cwd) => {
        const [path = ""] = globSync(`${OUT}/runs/s/.generations/public/${NAME}/*/derived-*/${file}*`, { cwd });
        const bytes = readFileSync(join(cwd, path));
        writeFileSync(join(cwd, path), bytes.fill(0, 0, 1));
      },
      async (call) => {
        const summarize = () => call("summarize", "--suite", "s");
        expect(await summarize()).toMatchObject({ code: 2, stderr: expect.stringContaining("suite s: 1 run,") });
        expect((await summarize()).stderr).toContain(
          `${file} is missing or damaged; call medhelm repair in its folder`,
        );
        expect((await call("repair", `${OUT}/runs/s`)).stderr).toMatch(
          /^medhelm: repaired: .+ is restored from runs\/s\//,
        );
        expect((await summarize()).stderr).toContain("suite s: 2 runs,");
      },
    ),
);

const IDENTITY = `work/s/${NAME}/identity.json`;

test.each<readonly [string, (file: string) => void, code: number, stderr: string]>([
  [
    "an empty folder",
    (file) => mkdirSync(file),
    0,
    "repaired: FILE was an empty folder in the place of a file, and is removed",
  ],
  [
    "a folder with files",
    (file) => mkdirSync(join(file, "files"), { recursive: true }),
    1,
    "not repaired: FILE: a folder with files is in the place of this file; remove it, and call medhelm repair again",
  ],
  [
    "a link to nowhere",
    (file) => symlinkSync("nowhere", file),
    1,
    "not repaired: FILE: it is a link that leads nowhere; connect its disk or remove it, and call medhelm repair again",
  ],
  [
    "a pipe",
    (file) => execFileSync("mkfifo", [file]),
    1,
    "not repaired: FILE: it is neither a file nor a folder; remove it, and call medhelm repair again",
  ],
])("medhelm repair names %s in the place of an identity, and a run still has its results", (_, replace, code, stderr) =>
  damaged(
    (cwd) => {
      rmSync(join(cwd, OUT, IDENTITY));
      replace(join(cwd, OUT, IDENTITY));
    },
    async (call, cwd) => {
      expect(await call("repair")).toEqual({
        code,
        stdout: "",
        stderr: `medhelm: ${stderr.replace("FILE", IDENTITY)}\n`,
      });
      rmSync(join(cwd, OUT, IDENTITY), { recursive: true, force: true });
      expect((await call("repair")).stderr).toBe("medhelm: nothing is damaged\n");
      expect(await call(...ENTRY)).toMatchObject({ code: 0, stderr: expect.stringContaining("20 instances") });
    },
  ),
);

test("medhelm verify names a record that is damaged, and medhelm repair by the run's path makes it again", () =>
  damaged(
    (cwd) => writeFileSync(join(cwd, OUT, "runs/s", NAME, "manifest.json"), ""),
    async (call) => {
      expect((await call("verify", NAME, "--suite", "s")).code).toBe(1);
      expect(await call("repair", `${OUT}/runs/s/${NAME}`)).toEqual({
        code: 0,
        stdout: "",
        stderr: `medhelm: repaired: runs/s/${NAME}/manifest.json is restored from the sealed generation\n`,
      });
      expect((await call("verify", NAME, "--suite", "s")).code).toBe(0);
    },
  ));

const OTHER_IDENTITY = "work/s/demo_notes:model=baseline_lead-sentences/identity.json";
const NEWER = '{"formatVersion":9}';

test("medhelm repair finds a damaged record of a suite in which no run was sealed yet", () =>
  damaged(
    (cwd) => {
      rmSync(join(cwd, OUT, "runs"), { recursive: true });
      writeFileSync(join(cwd, OUT, IDENTITY), "{}");
    },
    async (call) => {
      expect((await call("repair")).stderr).toContain(`repaired: ${IDENTITY} was damaged and is deleted`);
    },
  ));

test("medhelm repair names a record of a newer format, and repairs the other runs", () =>
  damaged(
    (cwd) => {
      writeFileSync(join(cwd, OUT, OTHER_IDENTITY), NEWER);
      writeFileSync(join(cwd, OUT, IDENTITY), "{}");
    },
    async (call) => {
      expect(await call("repair")).toEqual({
        code: 1,
        stdout: "",
        stderr: [
          `medhelm: repaired: ${IDENTITY} was damaged and is deleted; the next run of the entry writes it again`,
          `medhelm: not repaired: ${OTHER_IDENTITY}: this object has format 9, and this medhelm reads formats up to 1; upgrade medhelm`,
          "",
        ].join("\n"),
      });
    },
  ));

test("medhelm summarize counts a sealed run whose identity has a newer format", () =>
  damaged(
    (cwd) => {
      writeFileSync(join(cwd, OUT, OTHER_IDENTITY), NEWER);
      rmSync(join(cwd, OUT, "work/.scores"), { recursive: true });
    },
    async (call) => {
      expect((await call("summarize", "--suite", "s")).stderr).toContain("suite s: 2 runs,");
    },
  ));

test("medhelm summarize leaves out a run with a record of a newer format, and names it", () =>
  damaged(
    (cwd) => {
      const [path = ""] = globSync(`${OUT}/runs/s/.generations/public/${NAME}/*/assembly.json`, { cwd });
      writeFileSync(join(cwd, path), NEWER);
    },
    async (call) => {
      expect((await call("summarize", "--suite", "s")).stderr).toMatch(
        /Left out: demo_questions:model=baseline_first-option \(.*assembly\.json: this object has format 9, .*; upgrade medhelm\)\.\n.*suite s: 1 run,/,
      );
    },
  ));

test("medhelm run --skip-completed-runs writes a damaged identity again", () =>
  damaged(
    (cwd) => writeFileSync(join(cwd, OUT, IDENTITY), "{}"),
    async (call) => {
      expect(await call(...ENTRY, "--skip-completed-runs")).toMatchObject({
        code: 0,
        stderr: expect.stringContaining("identity.json) was damaged and is written again"),
      });
    },
  ));

/** The paths of the manifests in the folders of the two generations. */
const copiesIn = (cwd: string): readonly string[] =>
  [NAME, "demo_notes:model=baseline_lead-sentences"].flatMap((run) =>
    globSync(`${OUT}/runs/s/.generations/public/${run}/*/manifest.json`, { cwd }),
  );

test("a copy of a manifest that is another run's is noticed by medhelm verify and summarize, and copied again by medhelm repair", () =>
  damaged(
    (cwd) => {
      const [copy = "", other = ""] = copiesIn(cwd);
      cpSync(join(cwd, other), join(cwd, copy));
    },
    async (call, cwd) => {
      const [copy = ""] = copiesIn(cwd);
      const key = copy.slice(OUT.length + 1);
      expect(await call("verify", NAME, "--suite", "s")).toMatchObject({
        code: 1,
        stdout: expect.stringContaining(`${key} is damaged\n  it is not the run's manifest; call medhelm repair`),
      });
      expect(await call("summarize", "--suite", "s")).toMatchObject({ code: 2, stderr: expect.stringContaining(key) });
      expect((await call("repair")).stderr).toBe(`medhelm: repaired: ${key} is copied from the run's manifest\n`);
      expect((await call("verify", NAME, "--suite", "s")).code).toBe(0);
    },
  ));

test("a damaged manifest is not replaced by a copy that is another run's", () =>
  damaged(
    (cwd) => {
      const [copy = "", other = ""] = copiesIn(cwd);
      cpSync(join(cwd, other), join(cwd, copy));
      writeFileSync(join(cwd, OUT, "runs/s", NAME, "manifest.json"), "{}");
    },
    async (call) => {
      expect((await call(...ENTRY)).stderr).toContain(
        "its manifest.json was damaged and is deleted; the run is sealed again",
      );
      expect((await call("verify", NAME, "--suite", "s")).code).toBe(0);
    },
  ));

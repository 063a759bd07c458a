import { expect, test } from "vitest";
import { cli, testFolder } from "./cli.ts";

const run = (model: string): string => `demo_questions:model=baseline_${model}`;

test("medhelm inspect shows the main metric first, filters answers, and compares two runs side by side", async () => {
  const cwd = testFolder();
  const entries = ["first-option", "longest-option"].map((model) => `demo_questions:model=baseline/${model}`);
  expect(await cli("medhelm", ["run", "-r", ...entries, "--suite", "s", "-m", "6"], { cwd })).toMatchObject({
    code: 0,
  });
  const inspect = (...args: readonly string[]) =>
    cli("medhelm", ["inspect", run("first-option"), "--suite", "s", ...args], { cwd });
  const all = await inspect("--json");
  const marks = all.stdout
    .trim()
    .split("\n")
    .map((line) => Object(JSON.parse(line)).corrected.exact_match);
  const wrong = marks.filter((value) => value === 0).length;

  const shown = await inspect("--wrong");
  expect(shown.stdout).toMatch(/^exact_match: 0\.\d{3} \[.*n=6\)\nprompts: own\n\n== \S+: exact_match 0\n/);
  expect(shown.stdout.match(/^== /gm)).toHaveLength(wrong);
  expect(await inspect("--wrong", "--cut")).toEqual({
    code: 0,
    stdout: "",
    stderr: "medhelm: no instance of 6 passes the filters\n",
  });

  const compared = await inspect("--against", run("longest-option"), "--disagree");
  expect(compared.stdout).toContain(
    run("first-option")
      .padEnd(58)
      .concat(` | ${run("longest-option")}\n`),
  );
  expect(compared.stdout).toMatch(/^exact_match [01] \((?:right|wrong)\) +\| exact_match [01] \((?:right|wrong)\)$/m);
  expect(compared.stdout).toMatch(/1 instance with both scores: \d higher in .*, \d higher in .*, 0 equal\n$/);
});

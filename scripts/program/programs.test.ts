import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Command } from "medhelm/terminal/define-command";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { exitCodeOf } from "./run-program.ts";

const root = join(import.meta.dirname, "../..");
const textOf = (path: string): string => readFileSync(join(root, path), "utf8");
/** Without this line an import would start the program. */
const LAST_LINE = "\nif (import.meta.main) await runProgram(command);\n";

const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(textOf("package.json")));
/** The programs that package.json starts: npm's name and the file. */
const started = Object.entries(scripts).flatMap(([name, line]) =>
  [...line.matchAll(/(?:^|&& )node (\S+\.ts)/g)].map(([, path = ""]) => ({ name, path })),
);
const programs = globSync(["bench/**/*.ts", "scripts/*.ts", "test/parity/*.ts"], { cwd: root })
  .filter((path) => textOf(path).endsWith(LAST_LINE))
  .toSorted();

/** The outcome of a program with these arguments, in this process. */
async function outcomeOf(path: string, args: readonly string[]) {
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      printed[name] += String(text);
      return true;
    });
  const { command }: { command: Command } = await import(pathToFileURL(join(root, path)).href);
  const code = await exitCodeOf(command, args);
  vi.restoreAllMocks();
  const names = [
    ...command.words().options.map(({ long }) => long),
    ...command.program().registeredArguments.map((argument) => argument.name()),
  ];
  return { code, ...printed, names, name: command.program().name() };
}

test.each(started)("npm run $name starts $path, which reads its options in the common way", ({ path }) => {
  expect(programs).toContain(path);
});

test.each(programs)("%s --help names the command, each option, and how long it takes", async (path) => {
  const { code, stdout, stderr, names, name } = await outcomeOf(path, ["--help"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(names.filter((one) => !stdout.includes(one))).toEqual([]);
  expect(stdout.replaceAll(/\s+/g, " ")).toMatch(/takes? .*\b(?:seconds?|minutes?|hours?)\b/);
  expect([`node ${path}`, ...started.map((one) => (one.path === path ? `npm run ${one.name} --` : ""))]).toContain(
    name,
  );
});

test.each(programs)("%s refuses an unknown option in one line that names the next command", async (path) => {
  const { code, stdout, stderr, name } = await outcomeOf(path, ["--no-such-option"]);
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: "",
    stderr: `unknown option '--no-such-option'; ${name} --help lists the options\n`,
  });
});

test("a program that is started ends with the exit code of its command", () => {
  const ended = spawnSync(process.execPath, ["bench/statistics/run.ts", "cover"], { cwd: root, encoding: "utf8" });
  expect({ status: ended.status, stderr: ended.stderr }).toEqual({
    status: 2,
    stderr:
      "<part> cover: allowed choices are coverage, rare, few, average, family, band, gate; node bench/statistics/run.ts --help lists the options\n",
  });
});

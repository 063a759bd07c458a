import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packedShell, testFolder } from "../cli.ts";
import { blocksOf, commandsOf, untimed } from "./document-commands.ts";

const commands = blocksOf("docs/tutorial.md").flatMap(({ text }) => commandsOf(text));

test("the commands of the tutorial run one after the other and print the documented lines", async () => {
  const cwd = testFolder();
  const END = "-- end of a command --";
  const script = commands.map(({ line }) => `${line}\necho "${END}"`).join("\n");
  const { code, stdout } = await packedShell(`set -e; exec 2>&1\n${script}`, { cwd });
  expect({ code, stdout }).toMatchObject({ code: 0 });
  const printed = untimed(stdout).split(`${END}\n`);
  const missing = commands.flatMap(({ line, output }, index) => {
    const lines = (printed[index] ?? "").split("\n");
    return output.filter((wanted) => !lines.includes(wanted)).map((wanted) => `${line}: ${wanted}`);
  });
  expect(missing).toEqual([]);
  expect(commands).toHaveLength(11);
  expect(existsSync(join(cwd, "triage/site/docs/tutorial.html"))).toBe(true);
}, 240_000);

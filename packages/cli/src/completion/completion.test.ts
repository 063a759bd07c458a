import { spawnSync } from "node:child_process";
import { afterEach, expect, test, vi } from "vitest";
import { commandFor, commands } from "../command-for.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

async function printed(...args: readonly string[]): Promise<string> {
  let text = "";
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  const run = await commandFor("medhelm", args);
  await run().catch(() => undefined); // --help ends with an exception
  vi.restoreAllMocks();
  return text;
}

/** The completions of a line in a real shell; the last word is the one before the cursor. */
async function completed(shell: "bash" | "fish", line: string): Promise<string[]> {
  const script = await printed("completion", shell);
  const programs = {
    bash: `${script}\nread -ra COMP_WORDS <<< '${line}'; [[ '${line}' == *' ' ]] && COMP_WORDS+=("")
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _medhelm; printf '%s\\n' "\${COMPREPLY[@]}"`,
    fish: `${script}\ncomplete -C '${line}'`,
  };
  const { stdout, stderr } = spawnSync(shell, ["-c", programs[shell]], { encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout
    .split("\n")
    .map((found) => found.split("\t")[0] ?? "")
    .filter((found) => found !== "");
}

const LINES: readonly (readonly [line: string, found: readonly string[]])[] = [
  ["medhelm doc", ["doctor"]],
  ["medhelm help summ", ["summarize"]],
  ["medhelm run --skip-c", ["--skip-completed-runs"]],
  ["medhelm run --prompts ", ["own", "helm"]],
  ["medhelm list m", ["models", "metrics"]],
  ["medhelm export --format csv mark", ["markdown"]],
  ["medhelm submissions list --state can", ["cancelled"]],
  ["medhelm releases pub", ["publish"]],
  ["helm-run --prompts h", ["helm"]],
  ["medhelm completion z", ["zsh"]],
];

test.each(LINES)("bash completes %j", async (line, found) => {
  expect((await completed("bash", line)).toSorted()).toEqual(found.toSorted());
});

const isInstalled = (shell: string): boolean => spawnSync(shell, ["--version"]).status === 0;

test.skipIf(!isInstalled("fish")).each(LINES)(
  "fish completes %j (skipped where fish is not installed)",
  async (line, found) => {
    expect((await completed("fish", line)).toSorted()).toEqual(found.toSorted());
  },
);

test.skipIf(!isInstalled("zsh"))("zsh reads the script (skipped where zsh is not installed)", async () => {
  const script = await printed("completion", "zsh");
  const { status, stderr } = spawnSync("zsh", ["-n"], { input: script, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});

test("bash completes every command", async () => {
  expect((await completed("bash", "medhelm ")).toSorted()).toEqual(
    [...Object.keys(commands), "help", "--help", "--version", "--quiet", "--verbose"].toSorted(),
  );
});

test("medhelm help COMMAND prints what medhelm COMMAND --help prints", async () => {
  const help = await printed("help", "diff");
  expect(help).toMatch(/^Usage: medhelm diff /);
  expect(help).toBe(await printed("diff", "--help"));
  expect(await printed("help")).toBe(await printed("--help"));
  await expect(commandFor("medhelm", ["help", "dif"])).rejects.toThrow(
    'there is no command "dif" (did you mean diff?)',
  );
});

test("medhelm --version prints the version", async () => {
  expect(await printed("--version")).toMatch(/^medhelm \d+\.\d+\.\d+\S*\n$/);
});

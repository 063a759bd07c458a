import { vi } from "vitest";
import { commandFor } from "../../packages/cli/src/command-for.ts";
import { reportError } from "../../packages/cli/src/terminal/report-error.ts";
import { environment, type Outcome, type Program, type Where } from "./cli.ts";

/**
 * Runs a program of packages/cli in the test's own process, as main.ts does. A call takes 20 ms, and a process takes 500 ms.
 * The call changes working directory, environment, umask and output of the whole process, so a test must await each call.
 */
export async function cliHere(program: Program, args: readonly string[], where: Where): Promise<Outcome> {
  const texts = { stdout: "", stderr: "" };
  const folder = process.cwd();
  const umask = process.umask();
  const variables = { ...process.env };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => (texts[name] += String(text)).length > 0),
  );
  process.chdir(where.cwd);
  replaceEnvironment(environment(where));
  let code: number;
  try {
    const command = await commandFor(program, args);
    code = await command();
  } catch (error) {
    code = reportError(error);
  } finally {
    for (const spy of spies) spy.mockRestore();
    replaceEnvironment(variables);
    process.chdir(folder);
    process.umask(umask); // a private output folder makes it stricter, also for the tests that follow
  }
  return { code, ...texts };
}

function replaceEnvironment(variables: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, variables);
}

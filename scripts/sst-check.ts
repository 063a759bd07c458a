import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { defineCommand } from "medhelm/terminal/define-command";
import { type InfraProgram, readInfraPrograms } from "./infra-program.ts";
import { runProgram } from "./program/run-program.ts";
import { unpackSst } from "./unpack-sst.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

export const command = defineCommand({
  name: "npm run sst:check --",
  description:
    "Unpack the platform of sst, check the types of infra/ against it, run the program under Pulumi's mocks and list its resources. It contacts only the npm registry and needs no AWS account. It takes about a minute.",
  options: {},
  async run() {
    return (await isRight()) ? 0 : 1;
  },
});

async function isRight(): Promise<boolean> {
  if (!step("unpack", unpackSst(root))) return false;
  if (!step("types", [...typeErrors("infra/tsconfig.json"), ...typeErrors("infra/mock/tsconfig.json")])) return false;
  for (const program of await readInfraPrograms(root, [{ stage: "dev" }])) console.log(listing(program));
  return step("program", []);
}

/** Prints the result of a step. @returns true without faults */
function step(name: string, faults: readonly string[]): boolean {
  const seconds = process.uptime().toFixed(1);
  console.log(faults.length === 0 ? `${name}: ok (${seconds} s)` : `${name}: failed\n${faults.join("\n")}`);
  return faults.length === 0;
}

/** Returns the diagnostics outside .sst/. The sources of sst have type errors, so that the exit status means nothing. */
function typeErrors(project: string): readonly string[] {
  const args = ["-p", project, "--pretty", "false"];
  const { status, stdout, stderr } = spawnSync(`${root}node_modules/.bin/tsc`, args, { cwd: root, encoding: "utf8" });
  const diagnostics = stdout.split("\n").filter((line) => /\berror TS\d+:/.test(line));
  if (status !== 0 && diagnostics.length === 0) return [`tsc failed without a diagnostic: ${stdout}${stderr}`];
  return diagnostics.filter((line) => !line.startsWith(".sst/"));
}

function listing({ resources }: InfraProgram): string {
  const types = Map.groupBy(resources, ({ type }) => type);
  const lines = [...types]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([type, all]) => [type, ...all.map(({ name }) => `  ${name}`).toSorted()]);
  return [...lines, `${resources.length} resources of ${types.size} types`].join("\n");
}

if (import.meta.main) await runProgram(command);

// npm run sst:check: unpacks the platform of sst, type-checks infra/ against it, runs the program under Pulumi's mocks and lists its
// resources. It contacts only the npm registry and needs no AWS account.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type InfraProgram, readInfraPrograms } from "./infra-program.ts";
import { unpackSst } from "./unpack-sst.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

await check();

async function check(): Promise<void> {
  if (!step("unpack", unpackSst(root))) return;
  if (!step("types", [...typeErrors("infra/tsconfig.json"), ...typeErrors("infra/mock/tsconfig.json")])) return;
  for (const program of await readInfraPrograms(root, [{ stage: "dev" }])) console.log(listing(program));
  step("program", []);
}

/** Prints the result of a step. @returns true without faults */
function step(name: string, faults: readonly string[]): boolean {
  const seconds = process.uptime().toFixed(1);
  console.log(faults.length === 0 ? `${name}: ok (${seconds} s)` : `${name}: failed\n${faults.join("\n")}`);
  if (faults.length > 0) process.exitCode = 1;
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

// npm run sst:check: unpacks sst's platform, type-checks infra/ against it, runs the program under Pulumi's mocks and lists its
// resources. Nothing outside the npm registry is contacted and no AWS account is needed.
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

/** Prints one line, or the faults, and says whether to go on. */
function step(name: string, faults: readonly string[]): boolean {
  const seconds = process.uptime().toFixed(1);
  console.log(faults.length === 0 ? `${name}: ok (${seconds} s)` : `${name}: failed\n${faults.join("\n")}`);
  if (faults.length > 0) process.exitCode = 1;
  return faults.length === 0;
}

/** sst's own sources have type errors, so the exit status says nothing: what counts is diagnostics outside .sst/. */
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

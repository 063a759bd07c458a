import { globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { cli, testFolder } from "../e2e/cli.ts";
import { countingStub } from "./counting-stub.ts";
import { CONF, seals, SUITE } from "./suite.ts";

export function folderWithConf(): { readonly cwd: string; readonly out: string } {
  const cwd = testFolder();
  writeFileSync(join(cwd, "suite.conf"), CONF);
  return { cwd, out: join(cwd, "out") };
}

/** The seals of an undisturbed `medhelm run` of the same entries. */
export async function undisturbed(): Promise<Record<string, string>> {
  const { cwd, out } = folderWithConf();
  const stub = await countingStub({ latencyMs: 0, faults: false });
  const done = await cli(
    "medhelm",
    ["run", "-c", "suite.conf", "--suite", SUITE, "-o", "out", "--endpoint", stub.endpoint],
    { cwd },
  );
  expect(done).toMatchObject({ code: 0 });
  return seals(out);
}

/** The sweep writes done.json after every run has ended. */
export function submissionEnded(out: string): true | undefined {
  return globSync("submissions/*/done.json", { cwd: out }).length === 1 ? true : undefined;
}

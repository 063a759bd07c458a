import { join } from "node:path";
import { expect, test } from "vitest";
import { cli, launch, testFolder } from "../e2e/cli.ts";
import { countingStub } from "./counting-stub.ts";
import { durableKeys, seals, SUITE } from "./suite.ts";

const THREADS = 3;
/** Twenty tasks of four steps. */
const STEPS = 80;

test("an agent's run, killed twice between steps, asks no stored step again and completes every task", async () => {
  const folder = testFolder();
  const call = { name: "find_patients", arguments: '{"name":"Falk"}' };
  const stub = await countingStub({ latencyMs: 5, faults: false, call });
  const entry = "hospital_desk:max_steps=4,model=stub/one";
  const args = ["run", "-r", entry, "--suite", SUITE, "-o", "out", "-n", `${THREADS}`, "--endpoint", stub.endpoint];
  for (const answers of [10, 33]) {
    const program = launch("medhelm", args, { cwd: folder });
    const { resume } = await stub.pauseAfter(answers);
    await program.stop("SIGKILL");
    stub.mustNotBeAsked(durableKeys(join(folder, "out")));
    resume();
  }
  expect(await cli("medhelm", args, { cwd: folder })).toMatchObject({ code: 0 });
  expect(Object.keys(seals(join(folder, "out")))).toEqual(["hospital_desk:max_steps=4,model=stub_one"]);
  expect(stub.askedAgain).toEqual([]);
  expect(stub.answered.size).toBe(STEPS);
  // a kill costs the answers that are not durable yet, at most one per thread
  expect(stub.totals().duplicates).toBeLessThanOrEqual(2 * THREADS);
});

import { expect, test } from "vitest";
import { cli, launch, testFolder } from "../e2e/cli.ts";
import { countingStub } from "./counting-stub.ts";
import { until } from "./until.ts";

test("two owners that submit equal runs at once ask each request once, and a canary request for each start of a run", async () => {
  const cwd = testFolder();
  const stub = await countingStub({ latencyMs: 30, faults: false });
  const flags = ["-o", "out", "-n", "2", "--endpoint", stub.endpoint, "--port", "8792"];
  const stack = launch("medhelm", ["up", ...flags], { cwd });
  const [, api = ""] = await stack.until(/API\s+(http:\S+)\/v1\n/);
  const submitAs = async (owner: string) => {
    const create = ["keys", "create", "--owner", owner, "--name", owner, "--role", "submitter", "--api", api];
    const { stdout } = await cli("medhelm", create, { cwd });
    const submit = ["submit", "-r", "demo_questions:model=stub/one", "--suite", owner, "--api", api, "--wait"];
    return cli("medhelm", submit, { cwd, env: { MEDHELM_TOKEN: stdout.trim() } });
  };
  const submitted = Promise.all(["radiology", "cardiology"].map(submitAs));
  const { resume } = await stub.pauseAfter(5);
  const isAsking = (): true | undefined =>
    stack.stderr().split("all 30 instances of the split").length === 3 ? true : undefined;
  await until("both runs ask", isAsking);
  resume();
  expect((await submitted).map(({ code }) => code)).toEqual([0, 0]);
  await stack.stop("SIGTERM");
  expect([stub.totals(), stub.canaries()]).toMatchObject([{ answers: 30, duplicates: 0 }, 2]);
});

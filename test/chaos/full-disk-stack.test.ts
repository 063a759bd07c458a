import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { cli, launchShell } from "../e2e/cli.ts";
import { countingStub } from "./counting-stub.ts";
import { NAMESPACE, noNamespace } from "./mount-namespace.ts";
import { REQUESTS, seals, SUITE } from "./suite.ts";
import { folderWithConf, submissionEnded, undisturbed } from "./undisturbed.ts";
import { until } from "./until.ts";

const medhelm = fileURLToPath(new URL("../../packages/cli/bin/medhelm.js", import.meta.url));

/** Starts `medhelm up` with its output on a small disk, which only its processes and `disk` see. */
async function upOnSmallDisk(cwd: string, endpoint: string) {
  mkdirSync(join(cwd, "disk"));
  const up = `up -o disk/out -n 2 --endpoint ${endpoint} --port 8791`;
  const mount = `mount -t tmpfs -o size=32m tmpfs disk && exec "${process.execPath}" "${medhelm}" ${up}`;
  const stack = launchShell(`unshare ${NAMESPACE.join(" ")} bash -c '${mount}'`, { cwd });
  const [, api = "", token = ""] = await stack.until(/API\s+(http:\S+)\/v1[\s\S]*token\s+(\S+)\n/);
  const saidAtLast = async (words: string): Promise<void> => {
    await until(words, () => (stack.stderr().includes(words) ? true : undefined));
  };
  return { stack, api, token, saidAtLast, disk: `/proc/${stack.pid}/root${join(cwd, "disk")}` };
}

test.skipIf(noNamespace !== undefined)(
  `medhelm up on a disk that fills refuses changes, says so, and goes on when there is space, with no request asked twice (or: ${noNamespace})`,
  async () => {
    const { cwd } = folderWithConf();
    const stub = await countingStub({ latencyMs: 20, faults: false });
    const { stack, api, token, saidAtLast, disk } = await upOnSmallDisk(cwd, stub.endpoint);
    const submitted = await cli("medhelm", ["submit", "suite.conf", "--suite", SUITE, "--api", api], { cwd });
    expect(submitted).toMatchObject({ code: 0 });
    const { resume } = await stub.pauseAfter(10);
    spawnSync("bash", ["-c", `head -c 100M /dev/zero >'${disk}/full'`]);
    resume();
    await saidAtLast("is full: jobs and changes wait until somebody frees space");
    const refused = await fetch(`${api}/v1/submissions`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ suite: "other", entries: [{ description: "demo_questions:model=stub/one" }] }),
    });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([507, "60"]);
    rmSync(join(disk, "full"));
    await until("the submission ends", () => submissionEnded(join(disk, "out")));
    await saidAtLast("has space again: jobs go on");
    const sealed = seals(join(disk, "out"));
    await stack.stop("SIGTERM");
    expect(stub.totals()).toMatchObject({ answers: REQUESTS, duplicates: 0 });
    expect(sealed).toEqual(await undisturbed());
  },
);

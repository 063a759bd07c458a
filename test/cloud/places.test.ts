import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { belowPrefix } from "@medhelm/adapters/objects/below-prefix";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { s3Store } from "@medhelm/adapters/objects/s3-store";
import { plan, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFolder } from "../e2e/cli.ts";
import { cliHere } from "../e2e/cli-here.ts";
import { usePeer } from "./peers/peer-clients.ts";
import { startVersitygw, whyNoVersitygw } from "./peers/versitygw.ts";

const why = whyNoVersitygw();
const one = await plan(3);
const RUN = one.runSpec.name;

describe.skipIf(why !== undefined)(`runs in a bucket${why === undefined ? "" : ` (${why})`}`, () => {
  const clients = usePeer(startVersitygw);
  const { folder, remove } = openFolder();
  afterAll(remove);
  const medhelm = (...args: readonly string[]) => {
    const { url, region, credentials } = clients().peer;
    return cliHere("medhelm", args, {
      cwd: folder,
      env: {
        AWS_ENDPOINT_URL_S3: url,
        AWS_REGION: region,
        AWS_ACCESS_KEY_ID: credentials?.accessKeyId ?? "",
        AWS_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? "",
      },
    });
  };

  /** A sealed run with judges below a prefix of the bucket, and the release "r1" of it. */
  beforeAll(async () => {
    const { one: aws } = clients();
    await aws.s3().send(new CreateBucketCommand({ Bucket: "hospital" }));
    const objects = belowPrefix("teams/a/", s3Store({ client: aws.s3, bucket: "hospital" }));
    await runToSeal(workerPorts(objects, { answered: [] }), workRequest(one));
    const local = join(folder, "local");
    mkdirSync(local);
    const disk = fsStore(local);
    for await (const { key } of objects.list("")) await disk.put(key, (await objects.get(key))?.body ?? "");
    const { code, stderr } = await medhelm("summarize", "--release", "r1", "--suites", SUITE, "-o", local);
    if (code !== 0) throw new Error(stderr);
    for await (const { key } of disk.list("releases/")) await objects.put(key, (await disk.get(key))?.body ?? "");
    disk.close();
  });
  test("medhelm import copies them from below a prefix", async () => {
    const to = join(folder, "imported");
    const { code } = await medhelm("import", "s3://hospital/teams/a", "-o", to);
    expect(code).toBe(0);
    expect(readdirSync(join(to, "runs", SUITE))).toEqual([RUN]);
  });

  test.each([["--helm"], ["--format", "csv", "--release", "r1"]])("medhelm export %s writes them", async (...what) => {
    const to = join(folder, what.join(""));
    const from = ["--from", "s3://hospital/teams/a/", "--suite", SUITE];
    const { code, stderr } = await medhelm("export", ...what, ...from, "--to", to);
    expect(stderr).toContain(` in ${to}`);
    expect(code).toBe(0);
  });

  test.each([
    [[RUN, "--suite", SUITE], "all numbers are equal"],
    [["r1"], "release r1: all numbers are equal"],
  ])("medhelm verify %j finds equal numbers", async (what, text) => {
    const { stdout } = await medhelm("verify", ...what, "--from", "s3://hospital/teams/a");
    expect(stdout).toContain(text);
  });

  test("medhelm complete lists the runs that the suite lacks", async () => {
    const { stdout } = await medhelm("complete", SUITE, "--from", "s3://hospital/teams/a");
    expect(stdout).toContain("missing");
  });
});

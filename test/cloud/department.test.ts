import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CreateBucketCommand, ListObjectVersionsCommand, PutBucketVersioningCommand } from "@aws-sdk/client-s3";
import { awsClients } from "@medhelm/adapters/aws/aws-clients";
import { s3Store } from "@medhelm/adapters/objects/s3-store";
import { KEY_IN_TEXT, countingStub } from "../chaos/counting-stub.ts";
import { seals } from "../chaos/suite.ts";
import { keys, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { cli, launch, type Running, testFolder } from "../e2e/cli.ts";
import { writeFiles } from "../e2e/small-benchmark.ts";
import { hasNginx, startNginx } from "../e2e/nginx.ts";
import { startVersitygw, whyNoVersitygw } from "./peers/versitygw.ts";

const USERS = ["ann", "bob", "carla"] as const;
/** Requests of each user. */
const EACH = 12;
/** The worker asks each model one question more, by which it knows the model. */
const CHARGED = EACH + 1;
const THREADS = 2;
const [PORT, TLS_PORT] = [19_480, 19_481];

const entryOf = (user: string): string => `demo_questions:model=stub/${user}`;
const runOf = (user: string): string => `demo_questions:model=stub_${user}`;
const Manifest = z.object({ contentSha256: z.string() });

/** The server of a department: an S3 server, nginx, the stack and two workers with folders of their own. */
async function startHouse(endpoint: string) {
  const s3 = await startVersitygw();
  onTestFinished(s3.close);
  const cwd = testFolder();
  const nginx = await startNginx(cwd, TLS_PORT, PORT);
  const env = {
    AWS_ENDPOINT_URL_S3: s3.url,
    AWS_REGION: s3.region,
    AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    NODE_EXTRA_CA_CERTS: nginx.certificate,
  };
  const { s3: client } = awsClients({ endpoint: s3.url, region: s3.region, credentials: s3.credentials });
  const makeBucket = async (bucket: string): Promise<ObjectStore> => {
    await client().send(new CreateBucketCommand({ Bucket: bucket }));
    return s3Store({ client, bucket });
  };
  const models = ["--endpoint", endpoint, "-n", String(THREADS)];
  const up = async (bucket: string, folder: string): Promise<Running> => {
    const address = ["--port", String(PORT), "--public-url", nginx.url];
    const stack = launch("medhelm", ["up", "-o", folder, "--store", `s3://${bucket}`, ...address, ...models], {
      cwd,
      env,
    });
    await stack.until(/submit .*\n/);
    return stack;
  };
  const worker = async (bucket: string, folder: string): Promise<Running> => {
    const started = launch("medhelm", ["worker", "-o", folder, "--store", `s3://${bucket}`, ...models], { cwd, env });
    await started.until(/takes jobs/);
    return started;
  };
  const medhelm = async (token: string, ...args: readonly string[]): Promise<string> => {
    const outcome = await cli("medhelm", args, {
      cwd,
      env: { ...env, ...(token === "" ? {} : { MEDHELM_TOKEN: token }) },
    });
    expect({ args, ...outcome }).toMatchObject({ code: 0 });
    return outcome.stdout.trim();
  };
  return { cwd, url: nginx.url, makeBucket, up, worker, medhelm };
}

/** The stub's keys of all stored answers. */
async function durableKeys(objects: ObjectStore): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const { key } of objects.list(TOP_FOLDERS.cache)) {
    const stored = await objects.get(key);
    const id = KEY_IN_TEXT.exec(new TextDecoder().decode(stored?.body))?.[1];
    if (id !== undefined) found.add(id);
  }
  return found;
}

/** contentSha256 of the sealed run of each user, when all are sealed. */
async function sealsOf(objects: ObjectStore): Promise<Record<string, string>> {
  for (;;) {
    const found: Record<string, string> = {};
    for (const user of USERS) {
      const stored = await objects.get(keys.manifest(user, runOf(user)));
      if (stored !== undefined)
        found[runOf(user)] = Manifest.parse(JSON.parse(new TextDecoder().decode(stored.body))).contentSha256;
    }
    if (Object.keys(found).length === USERS.length) return found;
    await new Promise((done) => setTimeout(done, 200));
  }
}

test.skipIf(whyNoVersitygw() !== undefined || !hasNginx)(
  "a department of three users and two workers on one store loses nothing and pays nothing twice, killed and restored from its backup",
  { timeout: 600_000 },
  async () => {
    const stub = await countingStub({ latencyMs: 60, faults: false });
    const { cwd, url, makeBucket, up, worker, medhelm } = await startHouse(stub.endpoint);
    let objects = await makeBucket("first");
    let [stack, one, two] = await Promise.all([up("first", "server"), worker("first", "w1"), worker("first", "w2")]);

    const admin = readFileSync(join(cwd, "server/.medhelm/api-token"), "utf8").trim();
    const tokens = new Map<string, string>();
    for (const user of USERS)
      tokens.set(
        user,
        await medhelm(admin, "keys", "create", "--api", url, "--owner", user, "--name", user, "--role", "submitter"),
      );
    await Promise.all(
      USERS.map((user) =>
        medhelm(
          tokens.get(user) ?? "",
          "submit",
          "-r",
          entryOf(user),
          "-m",
          String(EACH),
          "--suite",
          user,
          "--api",
          url,
        ),
      ),
    );

    // a kill of the server and of one worker
    const first = await stub.pauseAfter(5);
    await Promise.all([stack.stop("SIGKILL"), one.stop("SIGKILL")]);
    stub.mustNotBeAsked(await durableKeys(objects));
    first.resume();
    [stack, one] = await Promise.all([up("first", "server"), worker("first", "w1")]);

    // a backup while they work, then everything is lost
    const second = await stub.pauseAfter(6);
    const backup = await medhelm("", "backup", "copy", "-o", "server");
    expect(backup).toContain("medhelm up -o NEW --store s3://EMPTY-BUCKET");
    await Promise.all([stack, one, two].map((running) => running.stop("SIGKILL")));
    const before = await durableKeys(objects);
    for (const folder of ["server", "w1", "w2"]) rmSync(join(cwd, folder), { recursive: true });
    cpSync(join(cwd, "copy"), join(cwd, "server"), { recursive: true });
    objects = await makeBucket("second");
    stack = await up("second", "server");
    const kept = await durableKeys(objects);
    stub.mustNotBeAsked(kept);
    second.resume();
    [one, two] = await Promise.all([worker("second", "w1"), worker("second", "w2")]);

    const sealed = await sealsOf(objects);
    const { duplicates } = stub.totals();
    const again = [...stub.askedAgain];
    const undisturbed: Record<string, string> = {};
    for (const user of USERS) {
      const alone = ["-o", "alone", "--suite", user, "-m", String(EACH), "--endpoint", stub.endpoint];
      await medhelm("", "run", "-r", entryOf(user), ...alone);
      Object.assign(undisturbed, seals(join(cwd, "alone"), user));
    }
    expect(sealed).toEqual(undisturbed);
    expect(again).toEqual([]);
    // the kills cost at most the requests in flight, and the answers that are newer than the backup
    const inFlight = 2 * 2 * THREADS;
    expect(duplicates).toBeLessThanOrEqual(2 * inFlight + before.size - kept.size);
    for (const user of USERS) {
      const token = tokens.get(user) ?? "";
      const list = () => medhelm(token, "submissions", "list", "--api", url);
      await expect.poll(list, { timeout: 60_000, interval: 1000 }).toContain("sealed");
      // the charges of other machines are there when the run is shown as sealed
      expect(await medhelm(token, "usage", "--api", url)).toMatch(new RegExp(`total +${CHARGED} `));
    }
    for (const running of [stack, one, two]) expect(await running.stop("SIGTERM")).toMatchObject({ code: 0 });
  },
);

/** A folder, and a bucket of an S3 server that can keep versions. */
async function versionedBucket() {
  const s3 = await startVersitygw();
  onTestFinished(s3.close);
  const { s3: client } = awsClients({ endpoint: s3.url, region: s3.region, credentials: s3.credentials });
  await client().send(new CreateBucketCommand({ Bucket: "first" }));
  const env = {
    AWS_ENDPOINT_URL_S3: s3.url,
    AWS_REGION: s3.region,
    AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
  };
  const keepVersions = () =>
    client().send(new PutBucketVersioningCommand({ Bucket: "first", VersioningConfiguration: { Status: "Enabled" } }));
  return { cwd: testFolder(), env, client, keepVersions };
}

test.skipIf(whyNoVersitygw() !== undefined)(
  "a service and a worker start on no bucket whose server takes a deleted object for one that is there",
  async () => {
    const { cwd, env, keepVersions } = await versionedBucket();
    const worker = launch("medhelm", ["worker", "-o", "w1", "--store", "s3://first"], { cwd, env });
    await worker.until(/takes jobs/);
    await worker.stop("SIGTERM");
    await keepVersions();
    const refusal = {
      code: 2,
      stderr: expect.stringContaining("s3://first: its server refuses a new object in the place of a deleted one"),
    };
    for (const args of [
      ["worker", "-o", "w1"],
      ["up", "-o", "server"],
    ])
      expect(await cli("medhelm", [...args, "--store", "s3://first"], { cwd, env })).toMatchObject(refusal);
  },
);

test.skipIf(whyNoVersitygw() !== undefined)(
  "medhelm data forget --versions leaves no old version of a text in the bucket of a department, and no other command's objects are lost",
  async () => {
    const { cwd, env, client, keepVersions } = await versionedBucket();
    await keepVersions();
    const objects = s3Store({ client, bucket: "first" });
    writeFiles(cwd, { "server/.medhelm/bucket.json": '{"formatVersion":1,"bucket":"first","isFilled":true}' });
    await objects.put("runs/s/OTHER:model=a/stats.json", "an earlier text");
    await objects.put("runs/s/OTHER:model=a/stats.json", "kept");
    await objects.put("runs/s/SMALL:model=a/stats.json", "text");
    await objects.put("runs/s/SMALL:model=a/stats.json", "another text");
    await objects.put("work/s/SMALL:model=a/shards/1.json", "text");
    await objects.delete("work/s/SMALL:model=a/shards/1.json");
    const versionsIn = async (Prefix: string) => {
      const { Versions = [], DeleteMarkers = [] } = await client().send(
        new ListObjectVersionsCommand({ Bucket: "first", Prefix }),
      );
      return [...Versions, ...DeleteMarkers].map(({ Key }) => Key);
    };
    const forget = (...args: readonly string[]) =>
      cli("medhelm", ["data", "forget", "SMALL", "--results", "-o", "server", ...args], { cwd, env });
    const before = (await versionsIn("")).length;
    expect((await forget("--versions")).stderr).toContain("add --yes to delete them");
    expect((await versionsIn("")).length).toBe(before);
    expect((await forget("--yes")).stderr).toContain("delete the old versions; --versions does it");
    expect((await versionsIn("runs/s/SMALL")).length).toBe(3);

    const forgotten = await forget("--versions", "--yes");
    expect(forgotten).toMatchObject({ code: 0, stderr: expect.stringMatching(/old versions: [1-9]/) });
    expect([...(await versionsIn("runs/")), ...(await versionsIn("work/"))]).toEqual([
      "runs/s/OTHER:model=a/stats.json",
    ]);
    expect(new TextDecoder().decode((await objects.get("runs/s/OTHER:model=a/stats.json"))?.body)).toBe("kept");
    expect((await versionsIn("audit/")).length).toBe(2);
  },
);

test.skipIf(whyNoVersitygw() !== undefined)(
  "medhelm withdraw --versions leaves no old version of a run in the bucket of a department, also after a call without it",
  async () => {
    const { cwd, env, client, keepVersions } = await versionedBucket();
    await keepVersions();
    const objects = s3Store({ client, bucket: "first" });
    writeFiles(cwd, { "server/.medhelm/bucket.json": '{"formatVersion":1,"bucket":"first","isFilled":true}' });
    for (const text of ["an earlier text", "text"]) {
      await objects.put("runs/s/OTHER:model=a/stats.json", text);
      await objects.put("runs/s/SMALL:model=a/stats.json", text);
    }
    const versionsIn = async (Prefix: string) => {
      const { Versions = [], DeleteMarkers = [] } = await client().send(
        new ListObjectVersionsCommand({ Bucket: "first", Prefix }),
      );
      return [...Versions, ...DeleteMarkers].map(({ Key }) => Key);
    };
    const withdraw = (...args: readonly string[]) =>
      cli("medhelm", ["withdraw", "--suite", "s", "--run", "SMALL:model=a", "-o", "server", ...args], { cwd, env });
    expect(await withdraw("--yes")).toMatchObject({ code: 0, stderr: expect.stringContaining("--versions does it") });
    expect((await versionsIn("runs/s/SMALL")).length).toBe(3);

    const withdrawn = await withdraw("--yes", "--versions");
    expect(withdrawn).toMatchObject({ code: 0, stderr: expect.stringMatching(/old versions: [1-9]/) });
    expect([...(await versionsIn("runs/s/SMALL")), ...(await versionsIn("work/s/SMALL"))]).toEqual([]);
    expect((await versionsIn("runs/s/OTHER")).length).toBe(2);
    expect((await withdraw("--yes", "--versions")).stderr).toContain("there is no run SMALL:model=a in suite s");
  },
);

test.skipIf(whyNoVersitygw() !== undefined)(
  "medhelm data forget and medhelm withdraw say that the bucket of a department keeps old versions",
  async () => {
    const { cwd, env, client, keepVersions } = await versionedBucket();
    writeFiles(cwd, { "server/.medhelm/bucket.json": '{"formatVersion":1,"bucket":"first","isFilled":true}' });
    await s3Store({ client, bucket: "first" }).put("runs/s/SMALL:model=a/stats.json", "text");
    const forget = () => cli("medhelm", ["data", "forget", "SMALL", "--results", "-o", "server"], { cwd, env });
    expect((await forget()).stderr).not.toContain("old versions");
    await keepVersions();
    const warning =
      "the bucket first keeps old versions of deleted objects, which have these texts, too: delete the old versions";
    expect((await forget()).stderr).toContain(warning);
    expect((await cli("medhelm", ["withdraw", "--suite", "s", "-o", "server"], { cwd, env })).stderr).toContain(
      warning,
    );
  },
);

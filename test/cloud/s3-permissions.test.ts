import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { s3Tree } from "@medhelm/adapters/objects/s3-tree";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { roleVariable, type S3Gate, startS3Gate } from "./aws/s3-permissions.ts";
import type { Peer } from "./peers/peer.ts";
import { startVersitygw, whyNoVersitygw } from "./peers/versitygw.ts";

const why = whyNoVersitygw();
const NAMES = { results: "results", inputs: "inputs", scratch: "scratch" } as const;

/** The pipeline's test relies on this gate: it expects no refused request. */
describe.skipIf(why !== undefined)(`S3 with the roles of infra/${why === undefined ? "" : ` (${why})`}`, () => {
  let peer: Peer;
  let gate: S3Gate;
  const clients: S3Client[] = [];
  const clientOf = (endpoint: string, userAgentAppId?: string): S3Client => {
    const { region, credentials } = peer;
    const made = new S3Client({
      endpoint,
      region,
      credentials,
      forcePathStyle: true,
      ...(userAgentAppId === undefined ? {} : { userAgentAppId }),
    });
    clients.push(made);
    return made;
  };
  const as = (role: string): ObjectStore => {
    const client = clientOf(gate.url, roleVariable(role).AWS_SDK_UA_APP_ID);
    return s3Tree(NAMES, { client: () => client });
  };
  let operator: ObjectStore;
  beforeAll(async () => {
    peer = await startVersitygw();
    const client = clientOf(peer.url);
    for (const Bucket of Object.values(NAMES)) await client.send(new CreateBucketCommand({ Bucket }));
    operator = s3Tree(NAMES, { client: () => client });
    gate = await startS3Gate(
      peer.url,
      new Map([
        ["results", "ResultsBucket"],
        ["inputs", "InputsBucket"],
        ["scratch", "ScratchBucket"],
      ]),
    );
  });
  afterAll(async () => {
    for (const client of clients) client.destroy();
    await gate.close();
    await peer.close();
  });

  test("a role reads, writes and deletes granted keys, and gets 404 for absent ones", async () => {
    const worker = as("Worker");
    await operator.put(keys.failed("s", "r"), "{}");
    expect(await worker.delete(keys.failed("s", "r"))).toBe("deleted");
    expect(await worker.head(keys.failed("s", "r"))).toBeUndefined();
    await operator.put(keys.releaseFailed("v1"), "why");
    expect(await as("ReleaseRole").delete(keys.releaseFailed("v1"))).toBe("deleted");
    const state = keys.generationFile("s", "a:b=c,d", `held/1-${"a".repeat(32)}`, "scenario_state.json");
    const written = await worker.put(state, "{}", { ifAbsent: true });
    if (written.outcome !== "written") throw new Error("refused");
    await worker.copy(state, `${keys.previous("s", "a:b=c,d", 1)}scenario_state.json`);
    expect(await as("AggregateRole").delete(state, { ifMatch: written.etag })).toBe("deleted");
    expect(gate.refused).toEqual([]);
  });

  test("every other request and every request without a role gets 403", async () => {
    await operator.put(keys.apiKey("1"), "{}");
    await operator.put(keys.submission("s1"), "{}");
    const denied = { $metadata: expect.objectContaining({ httpStatusCode: 403 }) };
    await expect(as("SweepRole").put(keys.apiKey("1"), "{}")).rejects.toMatchObject(denied);
    await expect(as("DispatchRole").put(keys.manifest("s", "r"), "{}")).rejects.toMatchObject(denied);
    await expect(as("FailureRole").delete(keys.failed("s", "r"), { ifMatch: '"1"' })).resolves.toBe("absent");
    await operator.put(keys.failed("s", "r"), "{}");
    await expect(as("FailureRole").delete(keys.failed("s", "r"), { ifMatch: '"1"' })).rejects.toMatchObject(denied);
    await expect(as("Worker").delete(keys.manifest("s", "r"))).resolves.toBe("absent");
    await operator.put(keys.manifest("s", "r2"), "{}");
    await expect(as("Worker").delete(keys.manifest("s", "r2"))).rejects.toMatchObject(denied);
    await expect(as("Worker").copy(keys.submission("s1"), keys.apiKey("2"))).rejects.toMatchObject(denied);
    await expect(as("none").head(keys.submission("s1"))).rejects.toMatchObject(denied);
    expect(gate.refused.toSorted()).toEqual([
      "DispatchRole s3:PutObject ResultsBucket/runs/s/r/manifest.json",
      "FailureRole s3:DeleteObject ScratchBucket/work/s/r/failed.json",
      "SweepRole s3:PutObject ResultsBucket/keys/1.json",
      "Worker s3:DeleteObject ResultsBucket/runs/s/r2/manifest.json",
      "Worker s3:PutObject ResultsBucket/keys/2.json",
      "none s3:GetObject ResultsBucket/submissions/s1/request.json",
    ]);
  });
});

import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand, CreateMultipartUploadCommand, ListMultipartUploadsCommand } from "@aws-sdk/client-s3";
import type { AwsClients } from "@medhelm/adapters/aws/aws-clients";
import { keysIn } from "@medhelm/testing/stores/keys-in";
import { objectStoreContract } from "@medhelm/testing/contract/object-store";
import { race } from "@medhelm/testing/contract/race";
import { s3Store } from "@medhelm/adapters/objects/s3-store";
import { s3Tree } from "@medhelm/adapters/objects/s3-tree";
import { describe, expect, test } from "vitest";
import { usePeer } from "./peers/peer-clients.ts";
import { startVersitygw, whyNoVersitygw } from "./peers/versitygw.ts";

const why = whyNoVersitygw();

/**
 * Unlike moto, versitygw checks signatures, decides races, and checks conditions on CompleteMultipartUpload.
 * The buckets have no versions, because versitygw 1.8.0 treats a deleted key's marker as an object. adapters-moto covers versions.
 */
describe.skipIf(why !== undefined)(`S3 at versitygw${why === undefined ? "" : ` (${why})`}`, () => {
  const clients = usePeer(startVersitygw);
  let buckets = 0;
  const newBucket = async (): Promise<string> => {
    const Bucket = `bucket-${++buckets}`;
    await clients().one.s3().send(new CreateBucketCommand({ Bucket }));
    return Bucket;
  };
  const newStore = async () => s3Store({ client: clients().one.s3, bucket: await newBucket() });

  objectStoreContract(
    "versitygw",
    async () => {
      const bucket = await newBucket();
      const { one, two } = clients();
      return { store: s3Store({ client: one.s3, bucket }), other: s3Store({ client: two.s3, bucket }) };
    },
    { etags: "of the bytes" },
  );

  test("one tree spans several buckets: it writes each key to its bucket, copies between two and lists one", async () => {
    const names = { results: await newBucket(), scratch: await newBucket(), data: await newBucket() };
    const { one, two } = clients();
    const tree = s3Tree(names, { client: one.s3 });
    await tree.put("work/s/r/a b/é.json", "moved");
    await tree.copy("work/s/r/a b/é.json", "runs/s/r/x.json");
    await tree.put("cache/public/1", "answer");
    expect(await keysOf(two, names.results)).toEqual(["runs/s/r/x.json"]);
    expect(await keysOf(two, names.scratch)).toEqual(["work/s/r/a b/é.json"]);
    expect(await keysOf(two, names.data)).toEqual(["cache/public/1"]);
    expect(new TextDecoder().decode((await tree.get("runs/s/r/x.json"))?.body)).toBe("moved");
    await expect(tree.copy("work/none", "runs/s/r/y")).rejects.toThrow("There is no object work/none.");
    await expect(tree.copy("work/none", "site/y")).rejects.toThrow("was not given the site bucket");
  });

  test("a presigned address allows an upload and a download without credentials", async () => {
    const store = await newStore();
    const put = await store.presign("a b/é", { method: "PUT", expiresInS: 60 });
    expect((await fetch(put, { method: "PUT", body: "bytes" })).status).toBe(200);
    const get = await store.presign("a b/é", { method: "GET", expiresInS: 60 });
    expect(await (await fetch(get)).text()).toBe("bytes");
  });

  test("S3 checks the condition of a multipart put at its completion, and no upload remains", async () => {
    const store = await newStore();
    const first = await store.put("k", large("a"), { ifAbsent: true });
    if (first.outcome !== "written") throw new Error("refused");
    expect(await store.put("k", large("b"), { ifAbsent: true })).toEqual({ outcome: "refused" });
    expect(await store.put("none", large("b"), { ifMatch: first.etag })).toEqual({ outcome: "refused" });
    expect((await store.put("k", large("c"), { ifMatch: first.etag })).outcome).toBe("written");
    expect(await store.put("k", large("d"), { ifMatch: first.etag })).toEqual({ outcome: "refused" });
    for await (const chunk of store.stream("k", { start: 0, end: 1 })) expect(String.fromCharCode(...chunk)).toBe("c");
    const { Uploads } = await clients()
      .one.s3()
      .send(new ListMultipartUploadsCommand({ Bucket: store.bucket }));
    expect(Uploads ?? []).toEqual([]);
  });

  test("the unfinished uploads below a prefix are ended, and no others", async () => {
    const { bucket: Bucket, endUploads } = await newStore();
    const s3 = clients().one.s3();
    for (const Key of ["runs/a/x", "runs/a/y", "runs/b/x"])
      await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    expect(await endUploads?.("runs/a/")).toBe(2);
    const { Uploads = [] } = await s3.send(new ListMultipartUploadsCommand({ Bucket }));
    expect(Uploads.map(({ Key }) => Key)).toEqual(["runs/b/x"]);
  });

  test("one of ten racing multipart creations wins", async () => {
    const store = await newStore();
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, i) => store.put("k", large(String(i)), { ifAbsent: true }).catch(String)),
    );
    const winners = results.flatMap((result, i) =>
      typeof result === "object" && result.outcome === "written" ? [i] : [],
    );
    expect(winners).toHaveLength(1);
    for await (const chunk of store.stream("k", { start: 0, end: 1 }))
      expect(String.fromCharCode(...chunk)).toBe(String(winners[0]));
  });

  test("a presigned address accepts only the announced bytes, its own method and key, and no late request", async () => {
    const store = await newStore();
    const checksum = (text: string) => ({ "x-amz-checksum-sha256": sha256(text).toString("base64") });
    const options = {
      method: "PUT",
      expiresInS: 60,
      sha256: sha256("right").toString("hex"),
      lengthBytes: 5,
    } as const;
    const url = await store.presign("k", options);
    const upload = async (body: string, headers: Record<string, string>, to = url) =>
      (await fetch(to, { method: "PUT", body, headers })).status;
    expect(await upload("right", {})).toBe(403); // the header is signed
    expect(await upload("wrong", checksum("right"))).toBe(400);
    expect(await upload("wrong", checksum("wrong"))).toBe(403);
    expect(await upload("longer", checksum("longer"))).toBe(403);
    expect(await upload("right", checksum("right"), url.replace("/k?", "/other?"))).toBe(403);
    expect((await fetch(url)).status).toBe(403);
    expect(await store.head("k")).toBeUndefined();
    expect(await upload("right", checksum("right"))).toBe(200);
    const late = await store.presign("late", { ...options, expiresInS: 1 });
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect(await upload("right", checksum("right"), late)).toBe(403);
  });

  test("three processes and a killed one lose no update, and only one of them creates a key", async () => {
    const dir = mkdtempSync(join(tmpdir(), "medhelm-race-"));
    const bucket = await newBucket();
    const { peer, one } = clients();
    const { url: endpoint, region, credentials } = peer;
    const place = JSON.stringify({ endpoint, region, credentials, bucket });
    const { counted, created } = await race("s3", place, 25, join(dir, "log"));
    expect(counted.length).toBeGreaterThan(75);
    expect(new Set(counted).size).toBe(counted.length);
    expect(new Set(created).size).toBe(created.length);
    // the killed process may have written an update without recording it
    const value = Number(new TextDecoder().decode((await s3Store({ client: one.s3, bucket }).get("n"))?.body));
    expect([counted.length, counted.length + 1]).toContain(value);
    rmSync(dir, { recursive: true });
  });
});

/** 9 MB of one letter: two parts. */
async function* large(letter: string) {
  for (let i = 0; i < 9; i++) yield new Uint8Array(2 ** 20).fill(letter.charCodeAt(0));
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();

const keysOf = ({ s3 }: AwsClients, bucket: string) => keysIn(s3Store({ client: s3, bucket }));

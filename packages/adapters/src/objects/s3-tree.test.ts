import { keys } from "@medhelm/core/store/object-keys";
import { expect, test } from "vitest";
import { awsClients } from "../aws/aws-clients.ts";
import { BUCKET_PREFIXES, s3Tree } from "./s3-tree.ts";

const s3WasAsked = () => {
  throw new Error("S3 was asked");
};
async function drained(items: AsyncIterable<unknown>) {
  for await (const item of items) expect(item).toBe("nothing");
}

test("every key of the object tree has exactly one bucket, except the format, which only medhelm migrate reads", () => {
  const prefixes = Object.values(BUCKET_PREFIXES).flat();
  const { format: _, ...others } = keys;
  const homes = Object.entries(others).map(([name, make]) => {
    const key = Reflect.apply(make, undefined, ["a", "b", "c", "d"]);
    return { name, homes: prefixes.filter((prefix) => String(key).startsWith(prefix)).length };
  });
  expect(homes.length).toBeGreaterThan(30);
  expect(homes.filter((found) => found.homes !== 1)).toEqual([]);
});

test("a key of a bucket without access is refused with the bucket's name, and a key of no bucket is refused", async () => {
  const tree = s3Tree({ results: "r" }, { client: s3WasAsked });
  const refusal = 'the object key "work/s/x" is refused: this program was not given the scratch bucket';
  for (const attempt of [
    () => tree.get("work/s/x"),
    () => tree.head("work/s/x"),
    () => tree.put("work/s/x", ""),
    () => tree.delete("work/s/x"),
    () => tree.copy("work/s/x", "runs/s/x"),
    () => tree.presign("work/s/x", { method: "GET", expiresInS: 1 }),
    () => drained(tree.list("work/s/x")),
    () => drained(tree.stream("work/s/x")),
  ])
    await expect(attempt()).rejects.toThrow(refusal);
  await expect(tree.get("elsewhere/x")).rejects.toThrow("no bucket holds keys with this prefix");
});

test("each client is created once, at its first use", () => {
  const clients = awsClients({ region: "us-east-1" });
  expect(clients.s3()).toBe(clients.s3());
  clients.close();
});

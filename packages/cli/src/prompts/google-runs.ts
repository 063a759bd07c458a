import { createHash } from "node:crypto";
import { UserError } from "@medhelm/core/user-error";
import { googleBucket } from "../results/google-bucket.ts";
import type { HelmFile, HelmRuns } from "./helm-runs.ts";

/**
 * HELM's runs below an address like gs://BUCKET/medhelm/benchmark_output/runs.
 * @param baseUrl the address of the API
 * @throws UserError for another address
 */
export function googleRuns(address: string, baseUrl: string): HelmRuns {
  const bucket = googleBucket(address, baseUrl);
  return {
    label: address,
    list: () => bucket.list(),
    async *open(file) {
      const reply = await bucket.read({ ...file, generation: "" });
      if (reply?.body != null) yield* verified(reply.body, file, address);
    },
  };
}

async function* verified(body: AsyncIterable<Uint8Array>, { path, checksum }: HelmFile, address: string) {
  const hash = createHash(checksum?.algorithm ?? "md5");
  try {
    for await (const chunk of body) {
      hash.update(chunk);
      yield chunk;
    }
  } catch (cause) {
    throw new UserError(`${address}: ${path} was cut off; run the same command again, and it continues`, { cause });
  }
  if (checksum !== undefined && hash.digest(checksum.encoding) !== checksum.digest)
    throw new UserError(`${address}: ${path} has other bytes than its checksum says; run the same command again`);
}

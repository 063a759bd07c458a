import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { randomUUID } from "node:crypto";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { memoryQueue } from "@medhelm/testing/queues/memory-queue";
import { systemClock } from "@medhelm/adapters/system-clock";
import { allCards, findBenchmark, knownBenchmark } from "@medhelm/benchmarks/registry";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { emptyProdEnv } from "@medhelm/core/models/prod-env";
import { newKey } from "@medhelm/service/api/access/api-key";
import { createApi } from "@medhelm/service/api/create-api";
import { keyAuthenticator } from "@medhelm/service/api/access/key-authenticator";
import type { ApiPorts } from "@medhelm/service/api/ports";
import { modelRegistry } from "@medhelm/service/models/registry";
import { planSubmission } from "@medhelm/service/submissions/plan-submission";
import { createAdaptorServer } from "@hono/node-server";

export interface FuzzService {
  readonly url: string;
  readonly objects: ObjectStore;
  /** owner -> API key */
  readonly apiKeys: Readonly<Record<"ann" | "bob" | "root", string>>;
  /** the reported errors; each is a bug */
  readonly faults: readonly string[];
  call(method: string, path: string, as?: string, body?: unknown): Promise<Response>;
  close(): Promise<void>;
}

/** Starts the API over HTTP on 127.0.0.1, with real benchmarks and keys, a store in memory, and the limits of a gateway. */
export async function fuzzService(): Promise<FuzzService> {
  const clock = systemClock;
  const objects = memoryStore({ presign: { base: "http://127.0.0.1:1", secret: "s" } });
  const queue = (): ApiPorts["dispatchQueue"] => memoryQueue({ clock, visibilityMs: 30_000 });
  const mint = async (owner: string, scopes: readonly ("submit" | "release" | "admin")[]): Promise<string> => {
    const grant = { owner, name: "fuzz", scopes: [...scopes], organisations: [] };
    const { key, sha256, record } = newKey(grant, clock);
    await putJson(objects, keys.apiKey(sha256), record);
    return key;
  };
  const models = modelRegistry(emptyProdEnv);
  const faults: string[] = [];
  const api = createApi({
    objects,
    index: sqliteIndex(":memory:"),
    dispatchQueue: queue(),
    releaseQueue: queue(),
    aggregateQueue: queue(),
    clock,
    authenticate: keyAuthenticator(objects, clock),
    expand: (request, files) => planSubmission({ findBenchmark, models }, request, files),
    catalog: { benchmarks: allCards, benchmark: knownBenchmark, models: () => [] },
    service: {
      organisations: ["physionet"],
      quota: { runsPerDay: 1_000_000, usdPerMonth: 1000, requestsPerMinute: 1_000_000 },
    },
    repliesWhole: true,
    clientAddress: () => randomUUID(), // each call has another address, so that a wrong key gets 401 and never 429
    report: (error, { method, path }) =>
      faults.push(`${method} ${path}: ${error instanceof Error ? error.stack : String(error)}`),
  });
  const server = createAdaptorServer({ fetch: api.fetch });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return {
    url,
    objects,
    faults,
    apiKeys: {
      ann: await mint("ann", ["submit", "release"]),
      bob: await mint("bob", ["submit", "release"]),
      root: await mint("root", ["admin"]),
    },
    call: (method, path, as, body) =>
      fetch(url + path, {
        method,
        redirect: "manual",
        headers: {
          ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async close() {
      if ("closeAllConnections" in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

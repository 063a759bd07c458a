import { fakeClock } from "@medhelm/adapters/contract/fake-clock";
import { memoryStore } from "@medhelm/adapters/memory";
import { memoryQueue } from "@medhelm/adapters/memory-queue";
import { keys } from "@medhelm/core/object-keys";
import { parseObjectSpec } from "@medhelm/core/helm/object-spec";
import { putJson } from "@medhelm/core/objects";
import type { Card } from "@medhelm/core/run/card";
import type { Quota, Scope } from "@medhelm/core/service-conf";
import { UserError } from "@medhelm/core/user-error";
import { createApi } from "./handler.ts";
import type { ApiPorts, Principal } from "./ports.ts";

/** For tests: the API over memory, with three owners and an expansion that knows one benchmark. */
export const CARD: Card = {
  name: "pubmed_qa",
  displayName: "PubMedQA",
  description: "Questions on abstracts.",
  category: "Medical Research Assistance",
  subcategory: "Conducting Literature Research",
  access: "public",
  licence: "MIT",
  form: "closed",
  source: "https://pubmedqa.github.io",
  mainMetric: "exact_match",
  mainSplit: "test",
  facets: { task: "t", what: "w", who: "w", when: "w", language: "English" },
  knownFaults: [],
};

const someone = (owner: string, scopes: readonly Scope[], organisations: readonly string[] = []): Principal => ({
  owner,
  scopes: new Set(scopes),
  organisations: new Set(organisations),
  keyId: `key of ${owner}`,
});
const PRINCIPALS: Readonly<Record<string, Principal>> = {
  "Bearer ann": someone("ann", ["submit", "release"], ["hospital"]),
  "Bearer bob": someone("bob", ["submit", "release"]),
  "Bearer reader": someone("ann", []),
  "Bearer root": someone("root", ["admin"]),
};
export const QUOTA: Quota = { runsPerDay: 1000, usdPerMonth: 100, requestsPerMinute: 1000 };

export const SHA = "a".repeat(64);
export const RUN = "pubmed_qa:model=demo_first";

type FixtureOptions = Partial<Omit<ApiPorts, "clock">> & {
  readonly clock?: ReturnType<typeof fakeClock>;
  readonly isEmbedded?: boolean;
};

export function fixture({
  clock = fakeClock(),
  service = { organisations: ["hospital"], quota: QUOTA },
  isEmbedded = false,
  objects = memoryStore({ clock, presign: { base: "http://127.0.0.1:8787", secret: "s" } }),
  ...ports
}: FixtureOptions = {}) {
  const dispatchQueue = memoryQueue({ clock, visibilityMs: 30_000 });
  const releaseQueue = memoryQueue({ clock, visibilityMs: 30_000 });
  const reported: unknown[] = [];
  const app = createApi({
    objects,
    dispatchQueue,
    releaseQueue,
    clock,
    ...(isEmbedded ? {} : { service }),
    authenticate: async (headers) => PRINCIPALS[headers.get("authorization") ?? ""],
    expand: async ({ entries = [] }) =>
      entries.map(({ description }) => {
        const { name, args } = parseObjectSpec(description);
        if (name !== "pubmed_qa") throw new UserError(`unknown benchmark "${name}"; did you mean pubmed_qa?`);
        const model = String(args["model"] ?? "demo/first");
        return {
          run: `pubmed_qa:model=${model.replaceAll("/", "_")}`,
          description,
          benchmark: name,
          model,
          modelDeployment: model,
        };
      }),
    catalog: {
      benchmarks: () => [CARD],
      models: () => [{ name: "demo/first", displayName: "First option", deployments: ["demo/first"] }],
    },
    report: (error) => reported.push(error),
    ...ports,
  });

  /** `as`: whose key is sent; null: none */
  const call = async (
    method: string,
    path: string,
    { body, as = "ann", headers = {} }: CallOptions = {},
  ): Promise<Response> =>
    app.request(path, {
      method,
      headers: {
        ...(as === null ? {} : { authorization: `Bearer ${as}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  const submit = async (suite = "my", ...models: string[]): Promise<string> => {
    const entries = (models.length === 0 ? ["demo/first"] : models).map((model) => ({
      description: `pubmed_qa:model=${model}`,
    }));
    const answer = await call("POST", "/v1/submissions", { body: { suite, entries } });
    return answer.headers.get("location")?.split("/").at(-1) ?? "";
  };
  const upload = (sha256: string, body = "x", owner = "ann") => objects.put(keys.input(owner, sha256), body);
  const write = (key: string, value: unknown) => putJson(objects, key, value);
  return { app, objects, clock, dispatchQueue, releaseQueue, reported, call, submit, upload, write };
}
export type Fixture = ReturnType<typeof fixture>;

export interface CallOptions {
  readonly body?: unknown;
  readonly as?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function messages(queue: ApiPorts["dispatchQueue"]): Promise<unknown[]> {
  return (await queue.receive({ max: 10, waitMs: 0 })).map((message): unknown => JSON.parse(message.body));
}

/** A manifest of which the API reads access and contentSha256. */
export const manifest = (access: "public" | "gated" = "public") => ({
  formatVersion: 1,
  suite: "my",
  run: RUN,
  generation: 1,
  runKey: "k",
  benchmark: "pubmed_qa",
  model: "demo/first",
  modelDeployment: "demo/first",
  access,
  category: "c",
  subcategory: "s",
  mainMetric: "exact_match",
  mainSplit: "test",
  contentSha256: "c0ffee",
  files: {},
  dataset: { sha256: "d", sources: [] },
  prompts: "own 1",
  judges: [],
  candidateIsBaseline: true,
  coverage: { instances: 1, requests: 1, answered: 1, failed: 0, verdictsAsked: 0, verdictsScored: 0 },
  absentMetrics: {},
  code: { version: "0" },
  execution: { startedAt: "a", finishedAt: "b", attempts: 1, host: "h" },
});

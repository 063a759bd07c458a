import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { invoiceRows } from "@medhelm/core/money/invoice-csv";
import { entryMicroUsd, type RunLedgerEntry } from "@medhelm/core/money/ledger-entry";
import type { PriceList } from "@medhelm/core/money/make-quote";
import { Quote } from "@medhelm/core/money/quote";
import { Usage } from "@medhelm/core/money/usage";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { StoredSubmission } from "@medhelm/core/submission";
import type { Index, ObjectStore } from "@medhelm/core/ports";
import { parseObjectSpec } from "@medhelm/core/helm/object-spec";
import { expect, test } from "vitest";
import { z } from "zod";
import { CARD, fixture } from "@medhelm/testing/fixtures/api";
import type { EndedJob } from "../failure/job-event.ts";
import { MODELS, MONTH, OWNER, PRICE, ports, provider, putSubmission, work } from "@medhelm/testing/fixtures/money";
import { freeReservation, ReservationName, settleSubmission } from "../index/account.ts";
import { recordUsage } from "../index/record-usage.ts";
import { readLedger } from "@medhelm/testing/fixtures/read-ledger";
import { recordGpuJob } from "./record-gpu-job.ts";

const GPU_CLASS = {
  name: "gpu-8x80",
  instanceTypes: ["p5.48xlarge"],
  gpus: 8,
  gpuMemoryGb: 80,
  vcpus: 192,
  memoryMb: 2_097_152,
  maxGpus: 16,
  price: { spotUsdPerHour: 22.016, onDemandUsdPerHour: 55.04, asOf: "2026-07-27" },
};
const started = Date.parse("2026-11-30T23:50:00Z");
const JOB: EndedJob = {
  jobId: "5c1f:0",
  name: "a1-candidate-1:0",
  submission: "a1",
  deployment: MODELS[0],
  role: "candidate",
  // Spot reclaimed the first attempt after five minutes
  periods: [
    { startedAtMs: started, stoppedAtMs: started + 300_000 },
    { startedAtMs: started + 600_000, stoppedAtMs: started + 1_500_000 },
  ],
};
const ON_GPUS: PriceList = {
  find: (name) =>
    name === MODELS[0]
      ? {
          client: { kind: "openai-chat", baseUrl: "http://127.0.0.1:8000/v1", modelSent: "m" },
          served: {
            gpuClass: "gpu-8x80",
            repo: "a/b",
            revision: "0".repeat(40),
            weightsGb: 140,
            replicas: 1,
            serverArguments: [],
          },
        }
      : { client: { kind: "builtin", baseline: name } },
  gpuClasses: [GPU_CLASS],
};
interface Stored {
  readonly objects: ObjectStore;
  readonly index: Index;
}
const charge = (stored: Stored, job: EndedJob = JOB) => recordGpuJob({ ...stored, prices: ON_GPUS }, job);

const UsageReply = z.object({ owner: z.string(), month: z.string() }).extend(Usage.shape);
const november = ({ objects, index }: Stored) => {
  const clock = fakeClock(Date.parse("2026-11-30T12:00:00Z"));
  return fixture({
    clock,
    objects,
    index,
    prices: { find: () => ({ client: { kind: "builtin", baseline: "x" }, price: PRICE }), gpuClasses: [GPU_CLASS] },
  });
};

async function worked(): Promise<Stored & { readonly soldMicroUsd: number }> {
  const objects = memoryStore();
  const index = sqliteIndex(":memory:");
  const sold = provider();
  const submission = await putSubmission(objects);
  for (const model of MODELS) await work(ports(objects, sold, "a1", 1, undefined, index), submission, model);
  return { objects, index, soldMicroUsd: sold.microUsd };
}

test("a GPU job is charged by Batch's times of all attempts, in its submission's month, also after repeated events", async () => {
  const stored = await worked();
  const { objects } = stored;
  await charge(stored, { ...JOB, periods: JOB.periods.slice(0, 1) });
  for (let i = 0; i < 3; i++) await charge(stored);
  await charge(stored, { ...JOB, periods: JOB.periods.slice(1) }); // an older event arrives late
  await charge(stored, { ...JOB, jobId: "never started", periods: [] });
  await charge(stored, { ...JOB, jobId: "without GPUs", deployment: MODELS[1] });
  const jobs = (await readLedger(objects, OWNER, MONTH)).filter(({ kind }) => kind === "gpu-job");
  expect(jobs).toEqual([
    {
      formatVersion: 1,
      kind: "gpu-job",
      owner: "ann",
      month: "2026-11",
      submission: "a1",
      suite: "s",
      jobId: "5c1f:0",
      deployment: MODELS[0],
      model: MODELS[0],
      gpuClass: "gpu-8x80",
      gpus: 8,
      attempts: 2,
      seconds: 1200,
      price: { market: "spot", usdPerHour: 22.016, asOf: "2026-07-27" },
      microUsd: 7_338_667,
    },
  ]);
});

test("usage by submission, deployment and model equals the ledger, the provider's sales and the machine, to the millionth", async () => {
  const stored = await worked();
  const { soldMicroUsd } = stored;
  await charge(stored);
  const answer = await november(stored).call("GET", "/v1/usage");
  expect(answer.status).toBe(200);
  const usage = UsageReply.parse(await answer.json());
  const micro = soldMicroUsd + 7_338_667;
  expect([usage.owner, usage.month, usage.totals.microUsd, usage.totals.usd]).toEqual([
    "ann",
    MONTH,
    micro,
    micro / 1e6,
  ]);
  for (const parts of [usage.submissions, usage.deployments, usage.models])
    expect(parts.reduce((sum, part) => sum + part.microUsd, 0)).toBe(micro);
  expect(usage.totals).toMatchObject({ requests: 8, completionTokens: 64, gpuSeconds: 9600, unmetered: 0 });
  expect(usage.deployments.map(({ deployment, requests }) => [deployment, requests])).toEqual([
    [MODELS[0], 2],
    [MODELS[1], 2],
    ["judge/lexical", 4],
  ]);
});

test("the invoice has a line for each run, deployment and role with dated unit prices, and its column adds up to the sum", async () => {
  const stored = await worked();
  const { soldMicroUsd } = stored;
  await charge(stored);
  const answer = await november(stored).call("GET", "/v1/usage?format=csv&month=2026-11");
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const [head, ...lines] = (await answer.text()).trimEnd().split("\r\n");
  expect(head).toBe(
    "month,submission,suite,run,deployment,model,role,requests,prompt_tokens,completion_tokens,gpu_seconds,input_usd_per_million,output_usd_per_million,machine_usd_per_hour,price_as_of,usd",
  );
  expect(lines).toHaveLength(5);
  expect(lines.find((line) => line.includes("machine spot"))).toBe(
    `2026-11,a1,s,,${MODELS[0]},${MODELS[0]},machine spot,,,,9600,,,22.016,2026-07-27,7.338667`,
  );
  expect(lines.find((line) => line.includes("candidate"))).toMatch(/,candidate,2,\d+,16,,2,0\.5,,2026-11-21,0\.\d{6}$/);
  const micro = lines.reduce((sum, line) => sum + Math.round(Number(line.split(",").at(-1)) * 1e6), 0);
  expect(micro).toBe(soldMicroUsd + 7_338_667);
});

test("a name that looks like a formula is not a formula in the invoice", () => {
  const entry: RunLedgerEntry = {
    formatVersion: 1,
    kind: "run",
    owner: "ann",
    month: MONTH,
    submission: "a1",
    suite: "s",
    run: '=HYPERLINK("http://evil.example","x")',
    lines: [
      {
        role: "candidate",
        deployment: "+a",
        model: "@b",
        requests: 1,
        unmetered: 1,
        promptTokens: 0,
        completionTokens: 0,
        microUsd: 0,
      },
    ],
  };
  expect(invoiceRows(entry)[0]).toBe(
    `2026-11,a1,s,"'=HYPERLINK(""http://evil.example"",""x"")",'+a,'@b,candidate,1,0,0,,,,,,0.000000`,
  );
});

test("an owner sees its own usage; an administrator may name another owner or one submission", async () => {
  const api = november(await worked());
  expect((await api.call("GET", "/v1/usage?owner=ann", { as: "bob" })).status).toBe(403);
  expect(UsageReply.parse(await (await api.call("GET", "/v1/usage", { as: "bob" })).json()).totals.microUsd).toBe(0);
  const asRoot = await (await api.call("GET", "/v1/usage?owner=ann&submission=a1", { as: "root" })).json();
  expect(asRoot).toMatchObject({ owner: "ann", totals: { requests: 8 } });
  expect(asRoot).not.toHaveProperty("quota");
  expect((await api.call("GET", "/v1/usage?month=2026-13")).status).toBe(400);
});

/** An API with a quota of $100 a month and a benchmark of published size. */
function priced() {
  const objects = memoryStore();
  const clock = fakeClock(Date.parse("2026-11-21T12:00:00Z"));
  const api = fixture({
    clock,
    objects,
    expand: async ({ entries = [] }) =>
      entries.map(({ description }) => ({
        run: description,
        description,
        benchmark: CARD.name,
        model: String(parseObjectSpec(description).args["model"]),
        modelDeployment: "paid/model",
        load: { maxInstances: 1000, requestsPerInstance: 1, maxTokens: 100 },
      })),
    prices: {
      find: () => ({
        client: { kind: "openai-chat", baseUrl: "https://api.example/v1", modelSent: "m" },
        price: { inputUsdPerMillion: 20, outputUsdPerMillion: 200, asOf: "2026-08-05" },
      }),
      gpuClasses: [],
    },
  });
  const send = (suite: string, more: Readonly<Record<string, unknown>> = {}) =>
    api.call("POST", "/v1/submissions", {
      body: { suite, entries: [{ description: `pubmed_qa:model=a/${suite}` }], ...more },
    });
  const left = async () =>
    z.object({ quota: z.object({ leftUsd: z.number() }) }).parse(await (await api.call("GET", "/v1/usage")).json())
      .quota.leftUsd;
  return { ...api, objects, clock, send, left };
}
const Submission = z.object({ id: z.string(), quote: Quote });

async function storedSubmission(objects: ObjectStore, id: string): Promise<StoredSubmission> {
  const found = await getJson(objects, keys.submission(id), StoredSubmission);
  if (found === undefined) throw new Error(`${id} is not stored`);
  return found;
}

test("a submission is quoted in its 202 answer and later, and reserves the quote's upper bound until it ends", async () => {
  const { call, send, left, objects, index, clock } = priced();
  const first = Submission.parse(await (await send("one")).json());
  expect(first.quote.usd).toEqual({ low: 4.448, high: 31.5215 });
  expect(Submission.parse(await (await call("GET", `/v1/submissions/${first.id}`)).json()).quote).toEqual(first.quote);
  expect(await left()).toBe(68.4785);
  expect((await send("two", { budgetUsd: 60 })).status).toBe(202);
  const third = await send("three");
  expect([third.status, await third.json()]).toMatchObject([
    429,
    {
      detail:
        "This may cost up to $31.5215 (the quote's high; a lower budgetUsd is a hard limit), and $8.4785 of the month's $100 are left.",
    },
  ]);
  // the first submission has ended and cost less
  const entry: RunLedgerEntry = {
    formatVersion: 1,
    kind: "run",
    owner: "ann",
    month: "2026-11",
    submission: first.id,
    suite: "one",
    run: "r",
    lines: [
      {
        role: "candidate",
        deployment: "paid/model",
        model: "m",
        requests: 1,
        unmetered: 0,
        promptTokens: 1,
        completionTokens: 1,
        microUsd: 1_340_000,
      },
    ],
  };
  expect(entryMicroUsd(entry)).toBe(1_340_000);
  const stored = await storedSubmission(objects, first.id);
  await recordUsage(index, stored, entry);
  await settleSubmission(index, stored);
  expect(await left()).toBe(38.66);
  expect((await send("three")).status).toBe(202);
  expect(await left()).toBeCloseTo(7.1385, 6);
  await clock.advance(2 * 3_600_000);
  expect(await left()).toBeCloseTo(7.1385, 6);
});

test("concurrent submissions stay within the month's dollars together, and a repeat reserves nothing more", async () => {
  const { call, send, left } = priced();
  const all = await Promise.all(["a", "b", "c", "d", "e"].map((suite) => send(suite)));
  expect([202, 429].map((wanted) => all.filter(({ status }) => status === wanted).length)).toEqual([3, 2]);
  expect(await left()).toBeCloseTo(100 - 3 * 31.5215, 6);
  const again = priced();
  const body = { suite: "a", entries: [{ description: "pubmed_qa:model=a/a" }] };
  const headers = { "idempotency-key": "k" };
  await Promise.all([1, 2, 3].map(() => again.call("POST", "/v1/submissions", { body, headers })));
  expect(await again.left()).toBe(68.4785);
  expect((await call("GET", "/v1/usage", { as: "bob" })).status).toBe(200);
});

test("a reservation without a stored submission is freed after an hour, and not earlier", async () => {
  const { objects, index, clock, send, left } = priced();
  const freeDue = async (): Promise<void> => {
    const { items } = await index.query(indexKeys.openWork(), {
      before: indexKeys.dueBefore(clock.nowMs()),
      limit: 99,
    });
    for (const { value } of items)
      if (Object.hasOwn(Object(value), "reservation"))
        await freeReservation({ objects, index }, ReservationName.parse(Object(value).reservation));
  };
  const { put } = objects;
  objects.put = (key, ...of) => {
    if (key.endsWith("/request.json")) throw new Error("no answer");
    return put(key, ...of);
  };
  expect((await send("lost")).status).toBe(500);
  objects.put = (key, ...of) => {
    if (key.startsWith("suites/")) throw new Error("no answer");
    return put(key, ...of);
  };
  expect((await send("cut")).status).toBe(500);
  objects.put = put;
  expect((await send("kept")).status).toBe(202);
  expect(await left()).toBeCloseTo(100 - 3 * 31.5215, 6);
  expect((await send("more")).status).toBe(429);
  await freeDue();
  expect(await left()).toBeCloseTo(100 - 3 * 31.5215, 6);
  await clock.advance(3_600_001);
  await freeDue();
  expect(await left()).toBeCloseTo(100 - 31.5215, 6);
  expect((await send("more")).status).toBe(202);
  expect(await left()).toBeCloseTo(100 - 2 * 31.5215, 6);
});

test("a submission without an upper bound needs a budget if dollars are limited", async () => {
  const objects = memoryStore();
  const price = { inputUsdPerMillion: 1, outputUsdPerMillion: 1 };
  const find: PriceList["find"] = () => ({ client: { kind: "builtin", baseline: "x" }, price });
  const api = fixture({ objects, prices: { find, gpuClasses: [] } });
  const body = { suite: "a", entries: [{ description: "pubmed_qa:model=demo/first" }] };
  const refused = await api.call("POST", "/v1/submissions", { body });
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { detail: expect.stringContaining("give budgetUsd, or maxEvalInstances") },
  ]);
  expect((await api.call("POST", "/v1/submissions", { body: { ...body, budgetUsd: 1 } })).status).toBe(202);
});

test.each([{}, { budgetUsd: 1 }])("a model without a price is refused if dollars are limited (%j)", async (budget) => {
  const objects = memoryStore();
  const api = fixture({ objects, prices: { find: () => undefined, gpuClasses: [] } });
  const body = { suite: "a", entries: [{ description: "pubmed_qa:model=demo/first" }], ...budget };
  const refused = await api.call("POST", "/v1/submissions", { body });
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { detail: expect.stringContaining("demo/first") },
  ]);
});

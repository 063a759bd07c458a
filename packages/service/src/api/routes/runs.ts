import { z } from "@hono/zod-openapi";
import { HELM_FILES, keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/manifest";
import { Page, PageIndex } from "@medhelm/core/release/page";
import { Profile } from "@medhelm/core/run/profile";
import { FolderName, RunState, type StoredSubmission } from "@medhelm/core/submission";
import { Suite } from "@medhelm/core/suite";
import type { Context } from "hono";
import { runState } from "../../submissions/run-state.ts";
import { submissionRunState } from "../../submissions/submission-run-state.ts";
import { suiteAccess } from "../access.ts";
import type { Api, ApiEnv } from "../app.ts";
import { about } from "../audit.ts";
import type { ApiPorts, Principal } from "../ports.ts";
import { Refusal } from "../problem.ts";
import { storedSubmissions } from "../submission-view.ts";
import { json, securedRoute } from "../secured-route.ts";

/** Of an address that a client follows at once. */
const EXPIRES_IN_S = 60;
/** Submissions searched for one that asks for a run of which there is no object yet. */
const MAX_SCANNED = 500;

const RUN_FILES = [...HELM_FILES, "manifest.json", "scores.json", "encoder_scores.json"] as const;

const RunName = z
  .string()
  .max(900)
  .regex(/^[^./\\][^/\\]*$/, 'a run name, without "/"')
  .refine((name) => !/\p{Cc}/u.test(name), "a run name, without control characters");
const params = z.object({ suite: FolderName, run: RunName });
/** of a service on AWS, where every answer goes through a gateway */
const redirect = {
  description: "On AWS: the bytes are at `Location`, for a minute. Follow it, without the API key.",
  headers: z.object({ Location: z.string() }),
  content: json(z.object({ url: z.string(), sizeBytes: z.int(), expiresInS: z.int() })),
};
/** to If-None-Match */
const unchanged = { description: "Unchanged since the ETag of If-None-Match." };

const show = securedRoute({
  method: "get",
  path: "/v1/runs/{suite}/{run}",
  tags: ["runs"],
  summary: "A run: where it stands, and its manifest once it is sealed",
  request: { params },
  responses: {
    200: {
      description: "The run.",
      content: json(
        z.object({
          suite: z.string(),
          run: z.string(),
          status: RunState.meta({ id: "RunState" }),
          manifest: Manifest.meta({ id: "Manifest" }).optional(),
        }),
      ),
    },
  },
});

const file = securedRoute({
  method: "get",
  path: "/v1/runs/{suite}/{run}/files/{file}",
  tags: ["runs"],
  summary: "One file of a run, as it is stored",
  request: {
    params: params.extend({ file: z.enum(RUN_FILES) }),
    query: z.strictObject({
      profile: Profile.default("helm").describe("corrected: of stats.json and per_instance_stats.json only"),
    }),
  },
  responses: {
    200: { description: "The file.", content: json(z.unknown()) },
    303: redirect,
    304: unchanged,
  },
});

const instances = securedRoute({
  method: "get",
  path: "/v1/runs/{suite}/{run}/instances",
  tags: ["runs"],
  summary: "Prompts, responses and scores, page by page",
  description: "Without `page`: the index of pages.",
  request: { params, query: z.strictObject({ page: z.coerce.number().int().min(0).max(1e9).optional() }) },
  responses: {
    200: {
      description: "A page, or the index.",
      content: json(z.union([Page.meta({ id: "Page" }), PageIndex.meta({ id: "PageIndex" })])),
    },
    303: redirect,
    304: unchanged,
  },
});

export function runs(app: Api, ports: ApiPorts): void {
  const { objects } = ports;
  app.openapi(show, async (c) => {
    const { suite, run } = c.req.valid("param");
    const manifest = await readable(objects, c.get("principal"), suite, run);
    const submission = manifest === undefined ? await newestSubmission(objects, suite, run) : undefined;
    const status =
      submission === undefined
        ? await runState(objects, suite, run)
        : await submissionRunState(objects, submission, run);
    if (status.state === "queued" && submission === undefined) throw noRun(suite, run);
    return c.json({ suite, run, status, ...(manifest === undefined ? {} : { manifest }) }, 200);
  });

  app.openapi(file, async (c) => {
    const { suite, run, file: name } = c.req.valid("param");
    await readText(c, objects, suite, run);
    about(c, { file: name });
    const isCorrected = c.req.valid("query").profile === "corrected";
    if (isCorrected && name !== "stats.json" && name !== "per_instance_stats.json")
      throw new Refusal("not-found", `${name} is the same for both profiles; leave out ?profile=corrected.`);
    return sendFile(c, ports, keys.runFile(suite, run, isCorrected ? `corrected/${name}` : name));
  });

  app.openapi(instances, async (c) => {
    const { suite, run } = c.req.valid("param");
    await readText(c, objects, suite, run);
    const { page } = c.req.valid("query");
    return sendFile(c, ports, page === undefined ? keys.pageIndex(suite, run) : keys.page(suite, run, page));
  });
}

/** Told to the audit log: a read of a run whose text nothing declares public. */
async function readText(c: Context<ApiEnv>, objects: ObjectStore, suite: string, run: string): Promise<void> {
  about(c, { suite, run });
  const manifest = await readable(objects, c.get("principal"), suite, run);
  if (manifest?.access !== "public") c.set("readsHeldText", true);
}

const noRun = (suite: string, run: string) =>
  new Refusal("not-found", `There is no run "${run}" in the suite "${suite}".`);

/**
 * The manifest, if there is one. An owner reads all of its runs; others the sealed runs of public benchmarks in a public
 * suite: until the manifest says that the text is public, nobody else sees it.
 */
async function readable(
  objects: ObjectStore,
  principal: Principal,
  suite: string,
  run: string,
): Promise<Manifest | undefined> {
  const access = await suiteAccess(objects, principal, suite);
  if (access === undefined) throw noRun(suite, run);
  const manifest = await getJson(objects, keys.manifest(suite, run), Manifest);
  if (access === "public" && manifest?.access !== "public") throw noRun(suite, run);
  return manifest;
}

/** Tells a run that waits, or was cancelled before it began, from one that nobody asked for: neither has an object of its own. */
async function newestSubmission(
  objects: ObjectStore,
  suite: string,
  run: string,
): Promise<StoredSubmission | undefined> {
  const owner = (await getJson(objects, keys.suite(suite), Suite))?.owner; // who alone submits to it
  let scanned = 0;
  for await (const submission of storedSubmissions(objects, owner)) {
    if (++scanned > MAX_SCANNED) return undefined;
    if (submission.request.suite === suite && submission.runs.some((planned) => planned.run === run)) return submission;
  }
  return undefined;
}

/**
 * Streams: a scenario state may be larger than the memory of the function, and than what a gateway lets through: there the answer is
 * the address of the bytes, good for a minute and for whoever has it.
 */
async function sendFile(c: Context, { objects, presignsResults }: ApiPorts, key: string): Promise<Response> {
  const head = await objects.head(key);
  if (head === undefined)
    throw new Refusal("not-found", `There is no ${key.split("/").slice(3).join("/")} in this run.`);
  const etag = `"${head.etag.replaceAll('"', "")}"`;
  c.header("ETag", etag);
  c.header("Cache-Control", "private, no-cache");
  if (c.req.header("if-none-match") === etag) return c.body(null, 304);
  if (presignsResults === true) {
    const url = await objects.presign(key, { method: "GET", expiresInS: EXPIRES_IN_S });
    c.header("Location", url);
    return c.json({ url, sizeBytes: head.sizeBytes, expiresInS: EXPIRES_IN_S }, 303);
  }
  c.header("Content-Type", "application/json");
  c.header("Content-Length", String(head.sizeBytes));
  return c.body(ReadableStream.from(objects.stream(key)), 200);
}

import { z } from "@hono/zod-openapi";
import { HELM_FILES, keys } from "@medhelm/core/store/object-keys";
import { DamagedObject, getJson } from "@medhelm/core/store/objects";
import { type CompareFile, comparedOnce } from "@medhelm/core/store/compared-once";
import { openRun, type RunFiles } from "@medhelm/core/store/run-files";
import type { ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { Page, PageIndex } from "@medhelm/core/release/pages/page";
import { Profile } from "@medhelm/core/run/profile";
import { FolderName, RunState, StoredSubmission } from "@medhelm/core/submission";
import type { Context } from "hono";
import { Identity } from "@medhelm/core/run/identity";
import { nameProblem } from "@medhelm/core/run/spec/run-name";
import { findAssembled } from "../../work/assembly/assembled.ts";
import { newestSubmissionOf } from "../../index/suites.ts";
import { readRunState, type RunOfSubmission } from "../../index/run-states.ts";
import { runState } from "../../submissions/run-state.ts";
import { suiteAccess } from "../access/access.ts";
import type { Api, ApiEnv } from "../app.ts";
import { about } from "../audit/audit.ts";
import type { ApiPorts, Principal } from "../ports.ts";
import { documented, Refusal } from "../problem.ts";
import { json, securedRoute } from "../secured-route.ts";

/** Life of a presigned address; a client follows it at once. */
const EXPIRES_IN_S = 60;

const RUN_FILES = [...HELM_FILES, "manifest.json", "scores.json", "encoder_scores.json"] as const;

const RunName = z
  .string()
  .max(255)
  .regex(/^[^./\\][^/\\]*$/, 'a run name, without "/"')
  .refine((name) => nameProblem(name) === undefined, { error: ({ input }) => `it ${nameProblem(String(input))}` });
const params = z.object({ suite: FolderName, run: RunName });
/** The answer of a service on AWS, where a gateway limits the size of answers. */
const redirect = {
  description: "On AWS: `Location` has the file for one minute. Request it without the API key.",
  headers: z.object({ Location: z.string() }),
  content: json(z.object({ url: z.string(), sizeBytes: z.int(), expiresInS: z.int() })),
};
const damaged = documented("The stored manifest of the run is damaged; `detail` names the object.");
/** The answer to a matching If-None-Match. */
const unchanged = { description: "Unchanged since the ETag of If-None-Match." };

const show = securedRoute({
  method: "get",
  path: "/v1/runs/{suite}/{run}",
  tags: ["runs"],
  summary: "Show a run: its state, and its manifest when it is sealed",
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
    422: damaged,
  },
});

const file = securedRoute({
  method: "get",
  path: "/v1/runs/{suite}/{run}/files/{file}",
  tags: ["runs"],
  summary: "Read one file of a run",
  request: {
    params: params.extend({ file: z.enum(RUN_FILES) }),
    query: z.strictObject({
      profile: Profile.default("helm").describe("corrected: for stats.json and per_instance_stats.json only"),
    }),
  },
  responses: {
    200: { description: "The file.", content: json(z.unknown()) },
    303: redirect,
    304: unchanged,
    422: damaged,
  },
});

const instances = securedRoute({
  method: "get",
  path: "/v1/runs/{suite}/{run}/instances",
  tags: ["runs"],
  summary: "Read prompts, responses and scores by page",
  description: "Without `page`: the index of pages.",
  request: { params, query: z.strictObject({ page: z.coerce.number().int().min(0).max(1e9).optional() }) },
  responses: {
    200: {
      description: "A page, or the index.",
      content: json(z.union([Page.meta({ id: "Page" }), PageIndex.meta({ id: "PageIndex" })])),
    },
    303: redirect,
    304: unchanged,
    422: damaged,
  },
});

/** The state with the run's requests in a pool. */
async function inItsPool(
  { objects, pools }: ApiPorts,
  { id, ordinal }: RunOfSubmission,
  status: RunState,
): Promise<RunState> {
  if (pools === undefined || status.state !== "awaiting") return status;
  const submission = await getJson(objects, keys.submission(id), StoredSubmission);
  return (submission && (await pools(submission, [status], ordinal)).states[0]) ?? status;
}

export function runs(app: Api, ports: ApiPorts): void {
  const { objects, index } = ports;
  const compare = comparedOnce(objects);
  app.openapi(show, async (c) => {
    const { suite, run } = c.req.valid("param");
    const { manifest } = await readable(objects, c.get("principal"), suite, run);
    const newest = manifest === undefined ? await newestSubmissionOf(index, suite, run) : undefined;
    const recorded = newest && (await readRunState(index, newest));
    const status = recorded ?? (await runState(objects, suite, run));
    if (status.state === "queued" && recorded === undefined) throw noRun(suite, run);
    const shown = newest === undefined ? status : await inItsPool(ports, newest, status);
    return c.json({ suite, run, status: shown, ...(manifest === undefined ? {} : { manifest }) }, 200);
  });

  app.openapi(file, async (c) => {
    const { suite, run, file: name } = c.req.valid("param");
    const files = await readText(c, objects, suite, run);
    const isCorrected = c.req.valid("query").profile === "corrected";
    if (isCorrected && name !== "stats.json" && name !== "per_instance_stats.json")
      throw new Refusal("not-found", `${name} is the same for both profiles; leave out ?profile=corrected.`);
    const path = isCorrected ? `corrected/${name}` : name;
    return sendFile(c, { ...ports, compare }, path, files);
  });

  app.openapi(instances, async (c) => {
    const { suite, run } = c.req.valid("param");
    const path = `pages/${c.req.valid("query").page ?? "index"}.json`;
    about(c, { file: path });
    const files = await readText(c, objects, suite, run);
    return sendFile(c, { ...ports, compare }, path, files);
  });
}

/** Checks access, and records in the audit log a read of text that is not declared public. */
async function readText(c: Context<ApiEnv>, objects: ObjectStore, suite: string, run: string): Promise<RunFiles> {
  const files = await readable(objects, c.get("principal"), suite, run);
  if (files.manifest?.access !== "public") c.set("readsHeldText", true);
  if (files.manifest !== undefined) return files;
  const identity = await getJson(objects, keys.identity(suite, run), Identity);
  return (await findAssembled(objects, suite, run, identity)) ?? files; // its owner may read it before the seal
}

const noRun = (suite: string, run: string) =>
  new Refusal("not-found", `There is no run "${run}" in the suite "${suite}".`);

const damagedRun = (suite: string, run: string) =>
  new Refusal(
    "unprocessable",
    `The stored object ${keys.manifest(suite, run)} is damaged. Ask the operator to delete it, and submit the run again: answers are kept.`,
  );

/**
 * Returns where the run's files are, and the manifest if it has one. An owner may read all of its runs. Others may read sealed runs of public benchmarks in a
 * public suite: before the manifest declares the text public, only the owner sees it.
 * @throws Refusal 404, or 422 if the manifest is damaged
 */
async function readable(objects: ObjectStore, principal: Principal, suite: string, run: string): Promise<RunFiles> {
  const access = await suiteAccess(objects, principal, suite);
  if (access === undefined) throw noRun(suite, run);
  const files = await openRun(objects, suite, run).catch((error: unknown) => {
    if (!(error instanceof DamagedObject)) throw error;
    throw access === "whole" ? damagedRun(suite, run) : noRun(suite, run); // nobody knows whether its text is public
  });
  if (access === "public" && files.manifest?.access !== "public") throw noRun(suite, run);
  return files;
}

/**
 * Streams a file, since a scenario state may exceed the function's memory. Behind a gateway, which limits the size of answers, it
 * redirects to a presigned address. Anyone with that address can read the file for a minute. Elsewhere it compares the file with its manifest before it
 * sends the first byte.
 */
async function sendFile(
  c: Context,
  { objects, presignsResults, compare }: ApiPorts & { readonly compare: CompareFile },
  path: string,
  files: RunFiles,
): Promise<Response> {
  const { manifest, keyOf } = files;
  const key = keyOf(path);
  const head = await objects.head(key);
  if (head === undefined)
    throw new Refusal(
      "not-found",
      manifest !== undefined && Object.hasOwn(manifest.files, path)
        ? `The ${path} of this sealed run is missing in the store. Submit the run again.`
        : `There is no ${path} in this run.`,
    );
  const etag = `"${head.etag.replaceAll('"', "")}"`;
  if (presignsResults !== true) await compare(files, path, head.etag);
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

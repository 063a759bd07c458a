import { hasObjects } from "@medhelm/core/store/has-objects";
import { z } from "@hono/zod-openapi";
import { canonicalJson } from "@medhelm/core/store/canonical";
import { createJson } from "@medhelm/core/store/create-json";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson, UnreadableObject } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { ReleaseRequest, StoredRelease } from "@medhelm/core/release/release-request";
import { FolderName, type ReleaseMessage } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { isOwnOrAdmin, suiteAccess } from "../access/access.ts";
import type { Api } from "../app.ts";
import {
  announceRelease,
  refreshRelease,
  ReleaseLine,
  releaseState,
  ReleaseState,
  unreadableRelease,
} from "../../index/releases.ts";
import { publishRelease } from "../../release/publish-release.ts";
import { isBuilt } from "../../release/release-plan.ts";
import { damagedLines, lineOrDamage, splitDamaged } from "../lists/damaged-lines.ts";
import { indexPage } from "../lists/index-page.ts";
import { pageResponses, Paging, SHORT_PAGES } from "../lists/paging.ts";
import type { ApiPorts, Principal } from "../ports.ts";
import { on, Refusal } from "../problem.ts";
import { json, securedRoute } from "../secured-route.ts";
import { parseItem } from "../../index/items.ts";

const ReleaseView = z
  .object({
    ...ReleaseRequest.shape,
    profile: ReleaseRequest.shape.profile.unwrap(),
    publish: z.boolean(),
    createdAt: z.string(),
    status: ReleaseState,
  })
  .meta({ id: "Release" });

const create = securedRoute({
  method: "post",
  path: "/v1/releases",
  tags: ["releases"],
  summary: "Create a release of suites",
  description: "Safe to repeat: the same name and body is the same release. An existing release never changes.",
  scope: "release",
  maxBodyBytes: 64 * 1024,
  named: { name: "release", suites: "suite" },
  request: { body: { required: true, content: json(ReleaseRequest.meta({ id: "ReleaseRequest" })) } },
  responses: {
    202: { description: "Stored and queued. Location: the release.", content: json(ReleaseView) },
    409: { ...on[409], description: "A release of this name exists from another request." },
    422: on[422],
  },
});

const list = securedRoute({
  method: "get",
  path: "/v1/releases",
  tags: ["releases"],
  summary: "List your releases and the published ones, by name",
  description: SHORT_PAGES,
  request: { query: z.strictObject(Paging) },
  responses: pageResponses({
    releases: z.array(ReleaseView),
    ...damagedLines("Releases whose items in the index cannot be read"),
  }),
});

/** A release of few runs takes some seconds. */
const RETRY_AFTER_S = "1";

const show = securedRoute({
  method: "get",
  path: "/v1/releases/{name}",
  tags: ["releases"],
  summary: "Show a release and its state",
  description:
    "Answers at once. Until the release is published or has failed, Retry-After (seconds) says when to ask again.",
  request: { params: z.object({ name: FolderName }) },
  responses: {
    200: { description: "The release.", content: json(ReleaseView) },
  },
});

const publish = securedRoute({
  method: "post",
  path: "/v1/releases/{name}/publish",
  tags: ["releases"],
  summary: "Publish a release: every owner sees it, and it gets a site",
  description: "Safe to repeat. The files of the release do not change.",
  scope: "release",
  request: { params: z.object({ name: FolderName }) },
  responses: {
    202: { description: "Published; its site follows.", content: json(ReleaseView) },
    409: { ...on[409], description: "The release is not finished." },
  },
});

const noRelease = (name: string): Refusal =>
  new Refusal(
    "not-found",
    `There is no release "${name}"; medhelm releases list shows yours and those that are published.`,
  );

export function releases(app: Api, ports: ApiPorts): void {
  const { objects, index, releaseQueue, clock } = ports;
  app.openapi(create, async (c) => {
    const principal = c.get("principal");
    const request = c.req.valid("json");
    const publicOnly = await checkSources(objects, principal, request);
    const mine: StoredRelease = {
      formatVersion: 1,
      owner: principal.owner,
      ...(publicOnly.length === 0 ? {} : { publicOnly }),
      createdAt: new Date(clock.nowMs()).toISOString(),
      request,
    };
    const release = await putOnce(ports, mine);
    const seen = view((await refreshRelease(ports, request.name)) ?? { ...release, status: { state: "queued" } });
    if (seen.status.state === "queued") {
      const message: ReleaseMessage = { release: request.name };
      await releaseQueue.send(JSON.stringify(message));
    }
    c.header("Location", `/v1/releases/${request.name}`);
    return c.json(seen, 202);
  });

  app.openapi(list, async (c) => {
    const { cursor, limit } = c.req.valid("query");
    const { owner, scopes } = c.get("principal");
    const partitions = scopes.has("admin")
      ? [indexKeys.allReleases()]
      : [indexKeys.ownReleases(owner), indexKeys.publishedReleases()];
    const { items, ...next } = await indexPage(index, partitions, cursor, limit);
    const lines = items.map((item) => lineOrDamage(item.sort, () => view(parseItem(item, ReleaseLine))));
    const { whole, more } = splitDamaged(await Promise.all(lines));
    return c.json({ releases: whole, ...more, ...next }, 200);
  });

  app.openapi(show, async (c) => {
    const { name } = c.req.valid("param");
    const release = await releaseNow(ports, name);
    if (release === undefined || !maySee(c.get("principal"), release)) throw noRelease(name);
    const { state } = release.status;
    if (state === "queued" || state === "built") c.header("Retry-After", RETRY_AFTER_S);
    return c.json(view(release), 200);
  });

  app.openapi(publish, async (c) => {
    const { name } = c.req.valid("param");
    const principal = c.get("principal");
    const release = await releaseNow(ports, name);
    if (release === undefined || !maySee(principal, release)) throw noRelease(name);
    if (!isOwnOrAdmin(principal, release.owner))
      throw new Refusal("forbidden", `The release "${name}" belongs to another owner.`);
    const { status } = release;
    if (status.state === "failed")
      throw new Refusal("conflict", `The release "${name}" has failed (${status.reason}); request it again first.`);
    if (status.state !== "published" && !release.request.publish)
      throw new Refusal("conflict", `The release "${name}" is not finished; publish it when its state is "published".`);
    await publishRelease(ports, name);
    const seen = await refreshRelease(ports, name);
    if (seen?.status.state === "built")
      await releaseQueue.send(JSON.stringify({ release: name } satisfies ReleaseMessage));
    return c.json(view(seen ?? release), 202);
  });
}

/** The release as its objects show it; as the index lists it if one of them cannot be read. */
async function releaseNow({ objects, index }: ApiPorts, name: string): Promise<ReleaseLine | undefined> {
  try {
    const stored = await getJson(objects, keys.releaseRequest(name), StoredRelease);
    return stored && { ...stored, status: await releaseState(objects, stored) };
  } catch (error) {
    const line = error instanceof UnreadableObject ? await index.get(indexKeys.allRelease(name)) : undefined;
    if (!(error instanceof UnreadableObject) || line === undefined) throw error;
    return { ...parseItem(line, ReleaseLine), status: { state: "failed", reason: unreadableRelease(error) } };
  }
}

const maySee = (principal: Principal, { owner, request }: Pick<StoredRelease, "owner" | "request">): boolean =>
  request.publish || isOwnOrAdmin(principal, owner);

/** Checks that the caller may use the suites. A private suite of another owner is reported as missing. @returns suites of which only public runs may be used */
async function checkSources(
  objects: ObjectStore,
  principal: Principal,
  { suites, schema }: ReleaseRequest,
): Promise<string[]> {
  const publicOnly: string[] = [];
  for (const suite of suites) {
    const access = await suiteAccess(objects, principal, suite);
    if (access === undefined || !(await isThere(objects, suite)))
      throw new UserError(`suites: there is no suite "${suite}"; submit runs to it first`);
    if (access === "public") publicOnly.push(suite);
  }
  if (schema !== undefined) await checkSchema(objects, principal, schema);
  return publicOnly;
}

/** HELM's schemas have less than 100 kB. The release job reads the file whole. */
const MAX_SCHEMA_BYTES = 2 ** 20;

async function checkSchema(objects: ObjectStore, { owner }: Principal, schema: string): Promise<void> {
  const stored = await objects.head(keys.input(owner, schema.slice("input:".length)));
  if (stored === undefined)
    throw new UserError(`schema: ${schema} has not been uploaded; upload it with POST /v1/inputs first`);
  if (stored.sizeBytes > MAX_SCHEMA_BYTES)
    throw new UserError(
      `schema: the file has ${stored.sizeBytes} bytes, and a schema has at most ${MAX_SCHEMA_BYTES}; name another file`,
    );
}

/** Whether the suite exists, by a submission or by the command line: an administrator also has access to unused names. */
async function isThere(objects: ObjectStore, suite: string): Promise<boolean> {
  if ((await objects.head(keys.suite(suite))) !== undefined) return true;
  return hasObjects(objects, keys.runs(suite));
}

/** Returns the stored release: mine, or an equal one of the same owner. A failed release may be requested again, changed or not. */
async function putOnce({ objects, index, clock }: ApiPorts, mine: StoredRelease): Promise<StoredRelease> {
  const { name } = mine.request;
  const taken = new Refusal(
    "conflict",
    `The release name "${name}" is not free, and releases do not change; choose another name.`,
  );
  const key = keys.releaseRequest(name);
  const before = await getJson(objects, key, StoredRelease);
  // created by the command line, which stores no request
  if (before === undefined && (await objects.head(keys.releaseFile(name, "leaderboard.json"))) !== undefined)
    throw taken;
  if (before === undefined) await announceRelease(index, name, clock.nowMs());
  const { stored: there, isNew } =
    before === undefined ? await createJson(objects, key, StoredRelease, mine) : { stored: before, isNew: false };
  if (isNew) return mine;
  if (there.owner !== mine.owner) throw taken;
  const hasFailed = (await releaseState(objects, there)).state === "failed";
  const isSame = canonicalJson(there.request) === canonicalJson(mine.request);
  if (!isSame && (!hasFailed || (await isBuilt(objects, there)))) throw taken; // only the site of a built release has failed
  if (!hasFailed) return there;
  await announceRelease(index, name, clock.nowMs());
  await putJson(objects, key, mine); // the caller's rights may have changed
  await objects.delete(keys.releaseFailed(name));
  return mine;
}

const view = ({ request, createdAt, status }: ReleaseLine): z.infer<typeof ReleaseView> => ({
  ...request,
  createdAt,
  status,
});

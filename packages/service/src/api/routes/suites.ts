import { createRoute, z } from "@hono/zod-openapi";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { updateJson } from "@medhelm/core/store/update-json";
import type { ObjectStore } from "@medhelm/core/ports";
import { FolderName } from "@medhelm/core/submission";
import { Suite } from "@medhelm/core/suite";
import { isOwnOrAdmin } from "../access.ts";
import type { Api } from "../app.ts";
import { about } from "../audit.ts";
import { fromCursor, Paging, toCursor } from "../cursor.ts";
import { jsonBody, requires } from "../guards.ts";
import type { ApiPorts, Principal } from "../ports.ts";
import { on, Refusal, onAny, onOne } from "../problem.ts";

/** Suites looked at for one page; a page may then be short and still have a cursor. */
const MAX_SCANNED = 500;

const security = [{ bearer: [] }];
const json = <T extends z.ZodType>(schema: T) => ({ "application/json": { schema } });
const params = z.object({ suite: FolderName });
const visibility = Suite.shape.visibility;
const SuiteView = z
  .object({ suite: z.string(), visibility, owner: z.string().exactOptional() })
  .meta({ id: "Suite", description: "`owner` stands in what the owner itself and an administrator read." });

const list = createRoute({
  method: "get",
  path: "/v1/suites",
  tags: ["suites"],
  summary: "Your suites, by name; for an administrator all",
  description: "A page may be short, even empty, and still have a nextCursor: go on until there is none.",
  security,
  request: { query: z.strictObject(Paging) },
  responses: {
    200: {
      description: "One page.",
      content: json(z.object({ suites: z.array(SuiteView), nextCursor: z.string().optional() })),
    },
    ...onAny,
  },
});

const show = createRoute({
  method: "get",
  path: "/v1/suites/{suite}",
  tags: ["suites"],
  summary: "A suite, and who sees it",
  security,
  request: { params },
  responses: {
    200: { description: "The suite.", content: json(SuiteView) },
    ...onOne,
  },
});

const change = createRoute({
  method: "put",
  path: "/v1/suites/{suite}",
  tags: ["suites"],
  summary: "Show a suite's public runs to every owner, or to none",
  description: "Runs of gated, private and local data stay their owner's, whatever the suite's visibility.",
  security,
  middleware: [requires("submit"), ...jsonBody(64 * 1024)],
  request: { params, body: { required: true, content: json(z.strictObject({ visibility })) } },
  responses: {
    200: { description: "The suite as it is now.", content: json(SuiteView) },
    400: on[400],
    401: on[401],
    403: on[403],
    404: on[404],
    413: on[413],
    415: on[415],
    429: on[429],
  },
});

export function suites(app: Api, { objects }: ApiPorts): void {
  app.openapi(list, async (c) => {
    const { cursor, limit } = c.req.valid("query");
    const principal = c.get("principal");
    const found: z.infer<typeof SuiteView>[] = [];
    const after = cursor === undefined ? {} : { after: keys.suite(fromCursor(cursor)) };
    let scanned = 0;
    let last = "";
    for await (const { key } of objects.list(keys.suites(), after)) {
      if (found.length === limit || scanned === MAX_SCANNED)
        return c.json({ suites: found, nextCursor: toCursor(last) }, 200);
      const record = await getJson(objects, key, Suite);
      if (record === undefined) continue;
      scanned += 1;
      last = key.slice(keys.suites().length, -".json".length);
      if (isOwnOrAdmin(principal, record.owner)) found.push(view(last, record, principal));
    }
    return c.json({ suites: found }, 200);
  });

  app.openapi(show, async (c) => {
    const { suite } = c.req.valid("param");
    const record = await getJson(objects, keys.suite(suite), Suite);
    return c.json(view(suite, visible(record, suite, c.get("principal")), c.get("principal")), 200);
  });

  app.openapi(change, async (c) => {
    const { suite } = c.req.valid("param");
    about(c, { suite });
    const principal = c.get("principal");
    const record = await changed(objects, principal, suite, c.req.valid("json").visibility);
    return c.json(view(suite, record, principal), 200);
  });
}

function visible(record: Suite | undefined, suite: string, principal: Principal): Suite {
  if (record !== undefined && (record.visibility === "public" || isOwnOrAdmin(principal, record.owner))) return record;
  throw new Refusal("not-found", `There is no suite "${suite}".`);
}

const view = (suite: string, { owner, visibility: seen }: Suite, principal: Principal): z.infer<typeof SuiteView> => ({
  suite,
  visibility: seen,
  ...(isOwnOrAdmin(principal, owner) ? { owner } : {}),
});

async function changed(objects: ObjectStore, principal: Principal, suite: string, to: Suite["visibility"]) {
  const record = await updateJson(objects, keys.suite(suite), Suite, (stored): Suite | undefined => {
    const before = visible(stored, suite, principal);
    if (!isOwnOrAdmin(principal, before.owner))
      throw new Refusal("forbidden", `The suite "${suite}" belongs to another owner.`);
    return before.visibility === to ? undefined : { ...before, visibility: to };
  });
  return visible(record, suite, principal);
}

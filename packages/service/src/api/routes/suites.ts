import { parseItem } from "../../index/items.ts";
import { z } from "@hono/zod-openapi";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { updateJson } from "@medhelm/core/store/update-json";
import type { ObjectStore } from "@medhelm/core/ports";
import { FolderName } from "@medhelm/core/submission";
import { Suite } from "@medhelm/core/suite";
import { isOwnOrAdmin } from "../access/access.ts";
import type { Api } from "../app.ts";
import { announceSuite } from "../../index/open-work.ts";
import { refreshSuite, SuiteLine } from "../../index/suites.ts";
import { damagedLines, lineOrDamage, splitDamaged } from "../lists/damaged-lines.ts";
import { indexPage } from "../lists/index-page.ts";
import { pageResponses, Paging, SHORT_PAGES } from "../lists/paging.ts";
import type { ApiPorts, Principal } from "../ports.ts";
import { Refusal } from "../problem.ts";
import { json, securedRoute } from "../secured-route.ts";

const params = z.object({ suite: FolderName });
const visibility = Suite.shape.visibility;
const SuiteView = z
  .object({ suite: z.string(), visibility, owner: z.string().exactOptional() })
  .meta({ id: "Suite", description: "Only the owner and an administrator see `owner`." });

const list = securedRoute({
  method: "get",
  path: "/v1/suites",
  tags: ["suites"],
  summary: "List your suites by name, or all suites for an administrator",
  description: SHORT_PAGES,
  request: { query: z.strictObject(Paging) },
  responses: pageResponses({
    suites: z.array(SuiteView),
    ...damagedLines("Suites whose items in the index cannot be read"),
  }),
});

const show = securedRoute({
  method: "get",
  path: "/v1/suites/{suite}",
  tags: ["suites"],
  summary: "Show a suite and its visibility",
  request: { params },
  responses: {
    200: { description: "The suite.", content: json(SuiteView) },
  },
});

const change = securedRoute({
  method: "put",
  path: "/v1/suites/{suite}",
  tags: ["suites"],
  summary: "Make a suite public or private",
  description:
    "A public suite shows its public runs to every owner. Runs of gated, private and local data remain visible to their owner only.",
  scope: "submit",
  maxBodyBytes: 64 * 1024,
  request: { params, body: { required: true, content: json(z.strictObject({ visibility })) } },
  responses: {
    200: { description: "The suite after the change.", content: json(SuiteView) },
  },
});

export function suites(app: Api, ports: ApiPorts): void {
  const { objects, index, clock } = ports;
  app.openapi(list, async (c) => {
    const { cursor, limit } = c.req.valid("query");
    const principal = c.get("principal");
    const partition = principal.scopes.has("admin") ? indexKeys.allSuites() : indexKeys.ownSuites(principal.owner);
    const { items, ...next } = await indexPage(index, [partition], cursor, limit);
    const lines = items.map((item) =>
      lineOrDamage(item.sort, () => view(item.sort, parseItem(item, SuiteLine), principal)),
    );
    const { whole, more } = splitDamaged(await Promise.all(lines));
    return c.json({ suites: whole, ...more, ...next }, 200);
  });

  app.openapi(show, async (c) => {
    const { suite } = c.req.valid("param");
    const record = await getJson(objects, keys.suite(suite), Suite);
    return c.json(view(suite, visible(record, suite, c.get("principal")), c.get("principal")), 200);
  });

  app.openapi(change, async (c) => {
    const { suite } = c.req.valid("param");
    const principal = c.get("principal");
    await announceSuite(index, suite, clock.nowMs());
    const record = await changed(objects, principal, suite, c.req.valid("json").visibility);
    await refreshSuite(ports, suite);
    return c.json(view(suite, record, principal), 200);
  });
}

function visible(record: Suite | undefined, suite: string, principal: Principal): Suite {
  if (record !== undefined && (record.visibility === "public" || isOwnOrAdmin(principal, record.owner))) return record;
  throw new Refusal("not-found", `There is no suite "${suite}"; medhelm submissions list shows those of your owner.`);
}

const view = (
  suite: string,
  { owner, visibility: seen }: SuiteLine,
  principal: Principal,
): z.infer<typeof SuiteView> => ({
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

import { z } from "@hono/zod-openapi";
import type { Damaged } from "@medhelm/core/damaged-line";
import { keys as objectKeys } from "@medhelm/core/store/object-keys";
import { getJson, orUnreadable, putJson, UnreadableObject } from "@medhelm/core/store/objects";
import { updateJson } from "@medhelm/core/store/update-json";
import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { CONCURRENT_READS } from "../../concurrency/map-bounded.ts";
import { ownKeys, listKey } from "../../index/api-keys.ts";
import { readBuilt } from "../../index/built.ts";
import { isOwnOrAdmin } from "../access/access.ts";
import { ApiKey, isValidAt, KeyGrant, KeyId, newKey } from "../access/api-key.ts";
import type { Api } from "../app.ts";
import { about } from "../audit/audit.ts";
import { damagedLines, splitDamaged } from "../lists/damaged-lines.ts";
import { fromCursor, jsonNames, pageResponses, Paging, readPage, SHORT_PAGES } from "../lists/paging.ts";
import type { ApiPorts, Principal } from "../ports.ts";
import { documented, on, Refusal } from "../problem.ts";
import { json, securedRoute } from "../secured-route.ts";

const KeyView = z
  .object({ ...ApiKey.omit({ formatVersion: true }).shape, state: z.enum(["valid", "expired", "revoked"]) })
  .meta({ id: "Key" });
type KeyView = z.infer<typeof KeyView>;
const params = z.object({ id: KeyId });

const create = securedRoute({
  method: "post",
  path: "/v1/keys",
  tags: ["keys"],
  summary: "Create an API key (administrators)",
  description: "Only this answer contains the key: the service does not store it and cannot show it again.",
  scope: "admin",
  maxBodyBytes: 64 * 1024,
  named: { owner: "owner" },
  request: { body: { required: true, content: json(KeyGrant.meta({ id: "KeyGrant" })) } },
  responses: {
    201: { description: "The key.", content: json(z.object({ key: z.string(), record: KeyView })) },
    422: on[422],
  },
});

const list = securedRoute({
  method: "get",
  path: "/v1/keys",
  tags: ["keys"],
  summary: "List the records of your owner's keys, or of all keys for an administrator",
  description: SHORT_PAGES,
  request: { query: z.strictObject(Paging) },
  responses: pageResponses({
    keys: z.array(KeyView),
    ...damagedLines("Keys whose records cannot be read, and that therefore do not work"),
  }),
});

const revoke = securedRoute({
  method: "delete",
  path: "/v1/keys/{id}",
  tags: ["keys"],
  summary: "Revoke a key: it stops working within a minute",
  description:
    "Safe to repeat. The record remains, so that audit entries keep their meaning. A key without scopes revokes only itself.",
  request: { params },
  responses: {
    200: { description: "The key is revoked.", content: json(KeyView) },
    422: documented("The record of the key is damaged; `detail` names the object. No key with a damaged record works."),
  },
});

export function keys(app: Api, ports: ApiPorts): void {
  const { objects, index, clock, service } = ports;
  app.openapi(create, async (c) => {
    const grant = c.req.valid("json");
    const unknown = service && grant.organisations.find((name) => !service.organisations.includes(name));
    if (unknown !== undefined)
      throw new UserError(`organisations: ${unknown} is not one of this service's: add it to conf/service.yaml`);
    if (grant.expiresAt !== undefined && Date.parse(grant.expiresAt) <= clock.nowMs())
      throw new UserError(`expiresAt: ${grant.expiresAt} is past`);
    const { key, sha256, record } = newKey(grant, clock);
    about(c, { key: record.id });
    // Two hashes with the same first 64 bits would share an id, so the second key is refused.
    if ((await findKey(objects, record.id)) !== undefined) throw new Error(`the id ${record.id} is taken`);
    await listKey(index, record.owner, sha256);
    await putJson(objects, objectKeys.apiKey(sha256), record, { ifAbsent: true });
    return c.json({ key, record: view(record, clock.nowMs()) }, 201);
  });

  app.openapi(list, async (c) => {
    const { cursor, limit } = c.req.valid("query");
    const principal = c.get("principal");
    // the cursor is an id; "~" sorts behind every hash that begins with it
    const after = cursor === undefined ? undefined : `${fromCursor(cursor)}~`;
    const isOwn = !principal.scopes.has("admin") && (await readBuilt(index))?.hasLookups === true;
    const names = isOwn ? ownKeys(index, principal.owner, 2 * limit, after) : allKeys(objects, after);
    const { lines, ...next } = await readPage(names, {
      limit,
      // most records may be of other owners while an index of an earlier version is built again
      concurrency: isOwn || principal.scopes.has("admin") ? Math.min(limit, CONCURRENT_READS) : CONCURRENT_READS,
      cursorOf: idOf,
      line: async (name): Promise<KeyView | Damaged | undefined> => {
        const record = await getJson(objects, objectKeys.apiKey(name), ApiKey).catch(orUnreadable);
        if (record === undefined) return undefined;
        if (!(record instanceof UnreadableObject))
          return isOwnOrAdmin(principal, record.owner) ? view(record, clock.nowMs()) : undefined;
        // the record would say whose key it is, and the index lists own keys only
        return isOwn || principal.scopes.has("admin")
          ? { damaged: { id: idOf(name), reason: record.message } }
          : undefined;
      },
    });
    const { whole, more } = splitDamaged(lines);
    return c.json({ keys: whole, ...more, ...next }, 200);
  });

  app.openapi(revoke, async (c) => {
    const { id } = c.req.valid("param");
    const { scopes, keyId } = c.get("principal");
    if (scopes.size === 0 && keyId !== id)
      throw new Refusal("forbidden", "A key of the role reader can revoke only itself; ask an administrator.");
    return c.json(view(await revoked(ports, c.get("principal"), id), clock.nowMs()), 200);
  });
}

function view(record: ApiKey, nowMs: number): KeyView {
  const ended = record.revokedAt === undefined ? "expired" : "revoked";
  return KeyView.parse({ ...record, state: isValidAt(record, nowMs) ? "valid" : ended });
}

/** A key's object is named by its hash, which begins with the key's id. */
const idOf = (name: string): string => name.slice(0, 16);

const allKeys = (objects: ObjectStore, after = ""): AsyncGenerator<string, undefined> =>
  jsonNames(objects, objectKeys.apiKeys(), after === "" ? undefined : `${objectKeys.apiKeys()}${after}`);

async function findKey(objects: ObjectStore, id: string): Promise<string | undefined> {
  for await (const { key } of objects.list(`${objectKeys.apiKeys()}${id}`)) return key;
  return undefined;
}

/** Revokes a key. A repeated revocation keeps the time of the first. */
async function revoked({ objects, clock }: ApiPorts, principal: Principal, id: string): Promise<ApiKey> {
  const missing = new Refusal("not-found", `There is no key ${id}; medhelm keys list shows those of your owner.`);
  const key = await findKey(objects, id);
  if (key === undefined) throw missing;
  const record = await updateJson(objects, key, ApiKey, (stored): ApiKey | undefined => {
    if (stored === undefined || !isOwnOrAdmin(principal, stored.owner)) throw missing;
    if (stored.revokedAt !== undefined) return undefined;
    return { ...stored, revokedAt: new Date(clock.nowMs()).toISOString() };
  }).catch((error: unknown) => {
    if (!(error instanceof UnreadableObject)) throw error;
    throw principal.scopes.has("admin") ? new Refusal("unprocessable", error.message) : missing;
  });
  if (record === undefined) throw missing;
  return record;
}

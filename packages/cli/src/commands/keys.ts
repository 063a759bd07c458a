import { Scope } from "@medhelm/core/service-conf";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { ApiKey, type KeyGrant, KeyId } from "@medhelm/service/api/access/api-key";
import { z } from "zod";
import { allPages } from "../service-api/all-pages.ts";
import { apiClient } from "../service-api/api-client.ts";
import { DamagedRecords } from "../service-api/damaged-records.ts";
import { endOfList } from "../terminal/end-of-list.ts";
import { defineCommand, type ValuesOf } from "../terminal/define-command.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { dollars, positiveInt } from "../terminal/option-values.ts";
import { printMessage } from "../terminal/print-message.ts";
import { storeKey } from "../stack/store/store-key.ts";
import { textTable } from "../terminal/text-table.ts";
import { jsonLine } from "../terminal/json-line.ts";

const keysOptions = {
  action: argument("what to do", z.enum(["create", "list", "revoke"])),
  id: argument(
    "revoke: id of the key",
    z
      .string()
      .refine((id) => KeyId.safeParse(id).success, "the id of a key has 16 hex digits")
      .optional(),
  ),
  api: option(
    "url",
    "the service; MEDHELM_TOKEN holds a key with the scope admin, or this user started the stack",
    z.string().optional(),
  ),
  store: option(
    "place",
    "create: write the key into this store instead: s3://BUCKET (the results bucket) or a folder",
    z.string().optional(),
  ),
  owner: option(
    "name",
    "create: owner of the submissions, suites and releases that the key makes",
    FolderName.optional(),
  ),
  name: option("text", 'create: a name for people, e.g. "CI of the radiology group"', z.string().optional()),
  role: option(
    "role",
    "create: reader reads the owner's and public runs, submitter also submits and makes releases, admin may do everything",
    z.enum(["admin", "submitter", "reader"]).optional(),
  ),
  scopes: option("scopes", "create: what the key may do, instead of --role", z.array(Scope).optional()),
  organisations: option(
    "names",
    "create: organisations whose licensed data the key's runs may read",
    z.array(FolderName).default([]),
  ),
  expiresAt: option(
    "time",
    "create: e.g. 2027-01-01T00:00:00Z",
    z.iso.datetime("a time in UTC like 2027-01-01T00:00:00Z").optional(),
  ),
  runsPerDay: option("n", "create: the key's own quota of runs; give the next two as well", positiveInt.optional()),
  usdPerMonth: option("dollars", "create: the key's own quota of dollars", dollars.optional()),
  requestsPerMinute: option("n", "create: the key's own quota of requests", positiveInt.optional()),
  json: flag("print the service's answer as JSON"),
};
type Options = ValuesOf<typeof keysOptions>;

const KeyLine = z.looseObject({ ...ApiKey.omit({ formatVersion: true }).shape, state: z.string() });
const Page = z.object({
  keys: z.array(KeyLine),
  damaged: DamagedRecords,
  nextCursor: z.string().optional(),
});
const CreatedKey = z.object({ key: z.string(), record: KeyLine });

export const command = defineCommand({
  name: "medhelm keys",
  description:
    "Create, list and revoke the API keys of a service, on AWS or of medhelm up. Put the first key of a new service into its store, with your own rights there: medhelm keys create --store s3://BUCKET.",
  options: keysOptions,
  async run(values) {
    const { action, id } = values;
    if ((action === "revoke") !== (id !== undefined))
      throw new UserError(
        "only medhelm keys revoke takes the id of a key, and it needs one: medhelm keys revoke ID --api URL",
      );
    if (action === "create") return create(values);
    const api = await apiClient(required(values.api, "--api URL"), process.env);
    if (action === "revoke") {
      const line = await api.call("DELETE", `/v1/keys/${id}`, KeyLine);
      printMessage(`key ${line.id} (${line.name}, of ${line.owner}) stops working within a minute`);
      if (values.json) process.stdout.write(jsonLine(line));
      return 0;
    }
    const found: z.infer<typeof KeyLine>[] = [];
    const damaged: DamagedRecords = [];
    for await (const page of allPages(api, "/v1/keys?limit=100", Page)) {
      found.push(...page.keys);
      damaged.push(...page.damaged);
    }
    process.stdout.write(values.json ? jsonLine(found) : table(found));
    return endOfList(damaged.map(({ id: of, reason }) => `key ${of} does not work: ${reason}`));
  },
});

async function create(options: Options): Promise<number> {
  const grant: KeyGrant = {
    owner: required(options.owner, "--owner NAME"),
    name: required(options.name, "--name TEXT"),
    scopes: scopesOf(options),
    organisations: options.organisations,
    ...(options.expiresAt === undefined ? {} : { expiresAt: options.expiresAt }),
    ...quotaOf(options),
  };
  if ((options.api === undefined) === (options.store === undefined))
    throw new UserError("give either --api URL, or --store s3://BUCKET for the first key of a new service");
  const created =
    options.store === undefined
      ? await (await apiClient(required(options.api, "--api URL"), process.env)).call(
          "POST",
          "/v1/keys",
          CreatedKey,
          grant,
        )
      : await storeKey(options.store, grant, process.env);
  printMessage(`key ${created.record.id} of ${grant.owner}; this is the only time that it is shown, so store it now`);
  process.stdout.write(options.json ? jsonLine(created) : `${created.key}\n`);
  return 0;
}

const SCOPES_OF_ROLE = { admin: ["admin"], submitter: ["submit", "release"], reader: [] } as const;

function scopesOf({ role, scopes }: Options): KeyGrant["scopes"] {
  if (role !== undefined && scopes !== undefined) throw new UserError("give either --role or --scopes");
  return role === undefined
    ? required(scopes, "--role admin, submitter or reader, or --scopes SCOPES")
    : [...SCOPES_OF_ROLE[role]];
}

function quotaOf({ runsPerDay, usdPerMonth, requestsPerMinute }: Options): Pick<KeyGrant, "quota"> {
  if (runsPerDay === undefined && usdPerMonth === undefined && requestsPerMinute === undefined) return {};
  if (runsPerDay === undefined || usdPerMonth === undefined || requestsPerMinute === undefined)
    throw new UserError("a quota needs all three of --runs-per-day, --usd-per-month and --requests-per-minute");
  return { quota: { runsPerDay, usdPerMonth, requestsPerMinute } };
}

function required<T>(value: T | undefined, usage: string): T {
  if (value === undefined) throw new UserError(`give ${usage}; medhelm keys --help lists the options`);
  return value;
}

const table = (lines: readonly z.infer<typeof KeyLine>[]): string =>
  textTable(
    ["id", "owner", "name", "scopes", "organisations", "state", "created"],
    lines.map(({ id, owner, name, scopes, organisations, state, createdAt }) => [
      id,
      owner,
      name,
      scopes.join(" ") || "read",
      organisations.join(" "),
      state,
      createdAt.slice(0, 10),
    ]),
  );

import { Scope } from "@medhelm/core/service-conf";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { ApiKey, type KeyGrant, KeyId } from "@medhelm/service/api/api-key";
import { Argument, Command, Option } from "commander";
import { z } from "zod";
import { apiClient } from "../service-api/api-client.ts";
import { parseOptions, positiveInt, positiveNumber } from "../terminal/options.ts";
import { say } from "../terminal/say.ts";
import { storeKey } from "../stack/store-key.ts";
import { textTable } from "../terminal/text-table.ts";

const program = new Command("medhelm keys")
  .description(
    "Make, list and revoke API keys of a service. The first key of a new one is put into its store with the operator's own rights there: medhelm keys create --store s3://BUCKET.",
  )
  .addArgument(new Argument("<action>").choices(["create", "list", "revoke"]))
  .argument("[id]", "revoke: which one")
  .option("--api <url>", "the service, asked with the key of MEDHELM_TOKEN")
  .option("--store <place>", "create: s3://BUCKET (the results bucket) or a folder, without asking the service")
  .option("--owner <name>", "create: whose submissions, suites and releases its holder makes")
  .option("--name <text>", 'create: as people know it, e.g. "CI of the radiology group"')
  .addOption(new Option("--scopes <scopes...>", "create: what it may do").choices(Scope.options))
  .option("--organisations <names...>", "create: whose licensed data its runs may read")
  .option("--expires-at <time>", "create: e.g. 2027-01-01T00:00:00Z")
  .option("--runs-per-day <n>", "create: a quota of its own, with the two below", positiveInt)
  .option("--usd-per-month <dollars>", "create", positiveNumber)
  .option("--requests-per-minute <n>", "create", positiveInt)
  .option("--json", "print what the service answers");

const Options = z.object({
  operands: z
    .array(z.string())
    .transform(([action, id]) => ({ action, id }))
    .refine(
      ({ action, id }) => (action === "revoke") === (id !== undefined),
      "revoke, and it alone, takes the id of a key",
    )
    .refine(({ id }) => id === undefined || KeyId.safeParse(id).success, "the id of a key has 16 hex digits"),
  api: z.string().optional(),
  store: z.string().optional(),
  owner: FolderName.optional(),
  name: z.string().optional(),
  scopes: z.array(Scope).optional(),
  organisations: z.array(FolderName).default([]),
  expiresAt: z.iso.datetime("a time in UTC like 2027-01-01T00:00:00Z").optional(),
  runsPerDay: z.int().optional(),
  usdPerMonth: z.number().optional(),
  requestsPerMinute: z.int().optional(),
  json: z.boolean().default(false),
});
type Options = z.infer<typeof Options>;

const KeyLine = z.looseObject({ ...ApiKey.omit({ formatVersion: true }).shape, state: z.string() });
const Page = z.object({ keys: z.array(KeyLine), nextCursor: z.string().optional() });
const Made = z.object({ key: z.string(), record: KeyLine });

export async function command(args: readonly string[]): Promise<number> {
  const options = parseOptions(program, args, Options);
  const { action, id } = options.operands;
  if (action === "create") return create(options);
  const api = await apiClient(needed(options.api, "--api URL"), process.env);
  if (action === "revoke") {
    const line = await api.call("DELETE", `/v1/keys/${id}`, KeyLine);
    say(`key ${line.id} (${line.name}, of ${line.owner}) stops working within a minute`);
    if (options.json) process.stdout.write(`${JSON.stringify(line)}\n`);
    return 0;
  }
  const found: z.infer<typeof KeyLine>[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const page: z.infer<typeof Page> = await api.call(
      "GET",
      `/v1/keys?limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`,
      Page,
    );
    found.push(...page.keys);
    cursor = page.nextCursor;
  }
  process.stdout.write(options.json ? `${JSON.stringify(found)}\n` : table(found));
  return 0;
}

async function create(options: Options): Promise<number> {
  const grant: KeyGrant = {
    owner: needed(options.owner, "--owner NAME"),
    name: needed(options.name, "--name TEXT"),
    scopes: needed(options.scopes, "--scopes SCOPES, e.g. --scopes submit release"),
    organisations: options.organisations,
    ...(options.expiresAt === undefined ? {} : { expiresAt: options.expiresAt }),
    ...quotaOf(options),
  };
  if ((options.api === undefined) === (options.store === undefined))
    throw new UserError("give either --api URL, or --store s3://BUCKET for the first key of a new service");
  const made =
    options.store === undefined
      ? await (await apiClient(needed(options.api, "--api URL"), process.env)).call("POST", "/v1/keys", Made, grant)
      : await storeKey(options.store, grant, process.env);
  say(`key ${made.record.id} of ${grant.owner}; it is shown this once, and stored nowhere`);
  process.stdout.write(options.json ? `${JSON.stringify(made)}\n` : `${made.key}\n`);
  return 0;
}

function quotaOf({ runsPerDay, usdPerMonth, requestsPerMinute }: Options): Pick<KeyGrant, "quota"> {
  if (runsPerDay === undefined && usdPerMonth === undefined && requestsPerMinute === undefined) return {};
  if (runsPerDay === undefined || usdPerMonth === undefined || requestsPerMinute === undefined)
    throw new UserError(
      "a quota of its own needs all three of --runs-per-day, --usd-per-month and --requests-per-minute",
    );
  return { quota: { runsPerDay, usdPerMonth, requestsPerMinute } };
}

function needed<T>(value: T | undefined, flag: string): T {
  if (value === undefined) throw new UserError(`give ${flag}; medhelm keys --help tells the options`);
  return value;
}

const table = (lines: readonly z.infer<typeof KeyLine>[]): string =>
  textTable(
    ["id", "owner", "name", "scopes", "organisations", "state", "created"],
    lines.map(({ id, owner, name, scopes, organisations, state, createdAt }) => [
      id,
      owner,
      name,
      scopes.join(" "),
      organisations.join(" "),
      state,
      createdAt.slice(0, 10),
    ]),
  );

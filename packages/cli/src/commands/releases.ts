import { exitCodes } from "@medhelm/core/exit-codes";
import { Profile } from "@medhelm/core/run/profile";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { diskFiles } from "../places/disk-files.ts";
import { allPages } from "../service-api/all-pages.ts";
import { type ApiClient, apiClient } from "../service-api/api-client.ts";
import { apiOption } from "../service-api/api-option.ts";
import { DamagedRecords } from "../service-api/damaged-records.ts";
import { Release, waitForRelease } from "../service-api/wait-for-release.ts";
import { untilInterrupted } from "../service-api/until-interrupted.ts";
import { uploadInputs } from "../service-api/upload-inputs.ts";
import { defineCommand, type ValuesOf } from "../terminal/define-command.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { endOfList } from "../terminal/end-of-list.ts";
import { printMessage } from "../terminal/print-message.ts";
import { textTable } from "../terminal/text-table.ts";
import { jsonLine } from "../terminal/json-line.ts";

const releasesOptions = {
  action: argument("what to do", z.enum(["list", "create", "publish"])),
  name: argument("create, publish: name of the release", FolderName.optional()),
  api: apiOption,
  suites: option("names", "create: suites of the service whose runs the release has", z.array(FolderName).default([])),
  profile: option("name", "create: whose numbers rank the models", Profile.default("corrected")),
  schemaPath: option(
    "file",
    "create: a schema YAML instead of the packaged one; it is uploaded",
    z.string().optional(),
  ),
  publish: flag("create: publish it, so that every owner and the site show it"),
  wait: flag("create, publish: wait until the release and its site are finished"),
  json: flag("print the service's answer as JSON"),
};
type Options = ValuesOf<typeof releasesOptions>;

const Page = z.object({ releases: z.array(Release), damaged: DamagedRecords, nextCursor: z.string().optional() });

export const command = defineCommand({
  name: "medhelm releases",
  description:
    "List the releases of a service, create one of suites, or publish one. The files of a release never change.",
  options: releasesOptions,
  async run(options) {
    const { action, name, json } = options;
    const api = await apiClient(options.api, process.env);
    if (action === "list") {
      if (name !== undefined) throw new UserError(`medhelm releases list takes no name; leave out ${name}`);
      const found: Release[] = [];
      const damaged: DamagedRecords = [];
      for await (const page of allPages(api, "/v1/releases?limit=100", Page)) {
        found.push(...page.releases);
        damaged.push(...page.damaged);
      }
      process.stdout.write(json ? jsonLine(found) : listTable(found));
      return endOfList(damaged.map(({ id, reason }) => `release ${id}: ${reason}`));
    }
    if (name === undefined) throw new UserError(`medhelm releases ${action} needs the name of the release`);
    const release =
      action === "create"
        ? await create(api, name, options)
        : await api.call("POST", `/v1/releases/${name}/publish`, Release);
    printMessage(`release ${name}: ${stateText(release)}`);
    const ended = options.wait ? await endOf(api, release) : release;
    if (ended === undefined) return exitCodes.interrupted;
    if (options.wait) printMessage(`release ${name}: ${stateText(ended)}`);
    if (json) process.stdout.write(jsonLine(ended));
    return ended.status.state === "failed" ? exitCodes.userError : exitCodes.success;
  },
});

/** Waits for the end of a release, and shows its states on stderr. Undefined after a Ctrl-C, which ends the waiting and not the release. */
async function endOf(api: ApiClient, { name, status: { state } }: Release): Promise<Release | undefined> {
  const show = (release: Release): void => {
    if (release.status.state !== state) printMessage(`release ${name}: ${stateText(release)}`);
  };
  return untilInterrupted(
    (signal) => waitForRelease(api, name, show, { signal, say: printMessage }),
    `the service goes on with release ${name}; see its state with: medhelm releases list --api ${api.url}`,
  );
}

async function create(
  api: ApiClient,
  name: string,
  { suites, profile, schemaPath, publish }: Options,
): Promise<Release> {
  if (suites.length === 0) throw new UserError("give --suites NAME ...: the suites whose runs the release has");
  const schema = schemaPath === undefined ? undefined : await diskFiles(process.cwd()).read(schemaPath);
  if (schema !== undefined) await uploadInputs(api, [schema]);
  const body = {
    name,
    suites,
    profile,
    publish,
    ...(schema === undefined ? {} : { schema: `input:${schema.sha256}` }),
  };
  return api.call("POST", "/v1/releases", Release, body);
}

/** The API says "published" for every finished release. */
function stateText({ publish, status }: Release): string {
  if (status.state === "failed") return `failed: ${status.reason}`;
  if (status.state === "published") return publish ? "published" : "finished, not published";
  return status.state === "built" ? "built, its site follows" : "queued";
}

const listTable = (found: readonly Release[]): string =>
  found.length === 0
    ? "no releases\n"
    : textTable(
        ["name", "suites", "profile", "created", "state"],
        found.map((one) => [one.name, one.suites.join(" "), one.profile, one.createdAt.slice(0, 10), stateText(one)]),
      );

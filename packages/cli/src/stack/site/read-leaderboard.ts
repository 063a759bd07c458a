import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import type { ModelInfo } from "@medhelm/core/release/runs/loaded-run";
import { UserError } from "@medhelm/core/user-error";
import { leaderboardOf } from "@medhelm/service/release/build-release";
import type { ReleasePorts, SchemaChoice } from "@medhelm/service/release/ports";
import { z } from "zod";

export interface Shown {
  readonly kind: "suite" | "release";
  readonly name: string;
}

const Summary = z.object({ suites: z.array(z.string()).optional(), suite: z.string().optional() });

/**
 * Reads the leaderboard.json of medhelm summarize. If there is no such file, or HELM has summarised other runs
 * since, it makes the leaderboard from the runs and HELM's schema.json, and writes nothing.
 */
export async function readLeaderboard(
  ports: ReleasePorts,
  { kind, name }: Shown,
  notice: (text: string) => void,
): Promise<Leaderboard> {
  const folder = kind === "suite" ? keys.runs(name) : keys.release(name);
  const stored = await getJson(ports.objects, `${folder}leaderboard.json`, Leaderboard);
  if (stored !== undefined && !(await isOutdated(ports, folder, stored))) return stored;
  if (stored !== undefined)
    notice(
      `${folder}leaderboard.json is older than the summary of another tool, so the leaderboard is made from the runs`,
    );
  const summary = await getJson(ports.objects, `${folder}summary.json`, Summary);
  if (summary === undefined) throw new UserError(`${folder}: it has not been summarised; run medhelm summarize first`);
  const suites = summary.suites ?? [name];
  const request = kind === "suite" ? ({ kind, suite: name } as const) : ({ kind, release: name, suites } as const);
  const { schema, models } = await helmSchema(ports, `${folder}schema.json`);
  return leaderboardOf(
    { ...ports, models },
    { ...request, schema, validation: "off", profile: "helm", serveLocalText: true },
  );
}

const RunsToSuites = z.record(z.string(), z.string());

/** helm-summarize rewrites runs_to_run_suites.json, but not leaderboard.json. */
async function isOutdated({ objects }: ReleasePorts, folder: string, { runs }: Leaderboard): Promise<boolean> {
  const summarised = await getJson(objects, `${folder}runs_to_run_suites.json`, RunsToSuites);
  return summarised !== undefined && Object.keys(summarised).length !== new Set(runs.map(({ run }) => run)).size;
}

const HelmModels = z.object({
  models: z
    .array(
      z.object({
        name: z.string(),
        display_name: z.string(),
        description: z.string().default(""),
        creator_organization: z.string().default(""),
        access: z.string().default("unknown"),
        release_date: z.string().optional(),
        num_parameters: z.number().optional(),
      }),
    )
    .default([]),
});

/** The schema of the summary, into which HELM writes the models. The models of this machine's registry have precedence. */
async function helmSchema(
  { objects, models }: ReleasePorts,
  key: string,
): Promise<{ schema: SchemaChoice; models: readonly ModelInfo[] }> {
  const found = await objects.get(key);
  if (found === undefined) return { schema: { kind: "packaged" }, models };
  const known = new Set(models.map((model) => model.name));
  const listed = (await getJson(objects, key, HelmModels))?.models ?? [];
  return {
    schema: { kind: "file", label: key, text: new TextDecoder().decode(found.body), addCustom: true },
    models: [...models, ...listed.filter((model) => !known.has(model.name)).map(modelInfo)],
  };
}

const modelInfo = (model: z.infer<typeof HelmModels>["models"][number]): ModelInfo => ({
  name: model.name,
  displayName: model.display_name,
  organization: model.creator_organization,
  access: model.access,
  description: model.description,
  ...(model.release_date === undefined ? {} : { releaseDate: model.release_date }),
  ...(model.num_parameters === undefined ? {} : { parameters: model.num_parameters }),
});

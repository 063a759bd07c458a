import { createHash } from "node:crypto";
import { z } from "zod";
import type { Instance } from "../helm/instance.ts";
import type { RunSpec } from "../helm/run-spec.ts";
import { canonicalJson, sha256Hex } from "../store/canonical.ts";
import { UserError } from "../user-error.ts";
import type { Protocol } from "./profile.ts";

/**
 * What decides a run's results beyond its name, since HELM's run names leave out config_path, data_path, judges and -m
 * (docs/architecture.md, rule 5). Kept in work/<suite>/<run>/identity.json from before the first request.
 */
export const Identity = z.object({
  formatVersion: z.literal(1),
  runKey: z.string(),
  generation: z.int(),
  /** by a name that a person understands; equal parts = equal runKey */
  parts: z.record(z.string(), z.string()),
  /** the configuration file of a custom benchmark, where there is one */
  configuration: z.string().optional(),
  /** ISO 8601, of the first attempt at this generation */
  startedAt: z.string(),
  /** how many workers have taken this generation up */
  attempts: z.int(),
});
export type Identity = z.infer<typeof Identity>;

/** What two executions are compared by; the rest of an Identity tells of this one execution. */
export type IdentityCore = Pick<Identity, "formatVersion" | "runKey" | "parts" | "configuration">;

export interface IdentityInput {
  readonly runSpec: RunSpec;
  readonly instances: readonly Instance[];
  readonly sources: readonly { readonly label: string; readonly sha256: string }[];
  readonly identityParts: Readonly<Record<string, string>>;
  readonly configuration?: string | undefined;
  readonly protocol: Protocol | undefined;
}

export function identityOf(input: IdentityInput): IdentityCore {
  const { max_eval_instances: limit, ...adapter } = input.runSpec.adapter_spec;
  const scenario = input.runSpec.scenario_spec;
  const parts: Record<string, string> = {
    "max eval instances": limit === undefined ? "all" : String(limit),
    "adapter and instructions": sha256Hex(canonicalJson(adapter)),
    // paths are no part of it: the files behind them are, as ingredients or data
    "scenario arguments": sha256Hex(
      canonicalJson(Object.entries(scenario.args).filter(([name]) => !name.endsWith("_path"))),
    ),
    metrics: sha256Hex(canonicalJson(input.runSpec.metric_specs)),
    groups: input.runSpec.groups.join(", "),
    instances: hashInstances(input.instances),
    ...Object.fromEntries(input.sources.map((source, i) => [`data file ${i + 1}`, source.sha256])),
    ...input.identityParts,
  };
  if (input.runSpec.annotators !== undefined) parts["jury"] = sha256Hex(canonicalJson(input.runSpec.annotators));
  if (input.protocol !== undefined) parts["judge protocol"] = input.protocol;
  return {
    formatVersion: 1,
    runKey: sha256Hex(canonicalJson({ name: input.runSpec.name, parts })),
    parts,
    ...(input.configuration === undefined ? {} : { configuration: input.configuration }),
  };
}

function hashInstances(instances: readonly Instance[]): string {
  const hash = createHash("sha256");
  for (const instance of instances) hash.update(canonicalJson(instance)).update("\n");
  return hash.digest("hex");
}

export type IdentityComparison =
  | { readonly kind: "new" }
  | { readonly kind: "same" }
  /** the earlier results must be set aside and derived again */
  | { readonly kind: "reopen"; readonly changed: readonly string[] };

/** The run there is another's: a refusal of this one, and no failure of that one. */
export class OtherConfiguration extends UserError {}

/**
 * What to do where a run of this name is already there.
 * @throws OtherConfiguration when it comes from another configuration file: two benchmarks of one name would overwrite each other.
 */
export function compareIdentity(
  run: string,
  suite: string,
  there: Identity | undefined,
  mine: IdentityCore,
): IdentityComparison {
  if (there === undefined) return { kind: "new" };
  if (there.runKey === mine.runKey) return { kind: "same" };
  if (there.configuration !== mine.configuration)
    throw new OtherConfiguration(
      `${run}: suite "${suite}" already holds a run of this name from ${there.configuration ?? "the built-in benchmark"}, and this one is from ${mine.configuration ?? "the built-in benchmark"}; give one of them another name, or use another --suite`,
    );
  const names = new Set([...Object.keys(there.parts), ...Object.keys(mine.parts)]);
  const changed = [...names]
    .filter((name) => there.parts[name] !== mine.parts[name])
    .map((name) => describe(name, there, mine));
  // a larger -m changes the instances too, which goes without saying
  const telling = changed.filter((what) => what !== "instances");
  return { kind: "reopen", changed: telling.length > 0 ? telling : changed };
}

function describe(name: string, there: Identity, mine: IdentityCore): string {
  const [before, after] = [there.parts[name], mine.parts[name]];
  return isShort(before) && isShort(after) ? `${name} (${before} -> ${after})` : name;
}

function isShort(value: string | undefined): boolean {
  return value !== undefined && value.length < 40;
}

import { z } from "zod";
import type { Instance } from "../helm/instance.ts";
import type { ObjectSpec } from "../helm/run-spec.ts";

/**
 * What rows of a benchmark have in common: rows of one cluster are not independent, so that an interval which counts them one by
 * one is too narrow. Without `field` and `consecutive` it is known, and in no instance.
 */
export const Cluster = z.object({
  /** e.g. "patient", "stay", "source row", "template" */
  unit: z.string(),
  /** the field of the instance's extra_data that names it */
  field: z.string().exactOptional(),
  /** this many instances in a row come from each */
  consecutive: z.int().min(1).exactOptional(),
});
export type Cluster = z.infer<typeof Cluster>;

/** The parts of a benchmark that are compared part by part. Without `field` and `argument` the instances do not tell. */
export const Stratum = z.object({
  /** e.g. "condition", "subset", "task", "calculator category" */
  unit: z.string(),
  field: z.string().exactOptional(),
  /** the argument of the entry that names it: then it is the same for a whole run */
  argument: z.string().exactOptional(),
});
export type Stratum = z.infer<typeof Stratum>;

export interface RowGroups {
  readonly cluster?: Cluster;
  readonly stratum?: Stratum;
}

/** `cluster` and `stratum` of a row of scores.json. */
export function rowGroups(
  instance: Pick<Instance, "id" | "extra_data">,
  { cluster, stratum }: RowGroups,
  args: ObjectSpec["args"],
): { cluster?: string; stratum?: string } {
  const inCluster = cluster === undefined ? undefined : (extra(instance, cluster.field) ?? counted(instance, cluster));
  const inStratum =
    stratum === undefined
      ? undefined
      : (extra(instance, stratum.field) ?? text(stratum.argument === undefined ? undefined : args[stratum.argument]));
  return {
    ...(inCluster === undefined ? {} : { cluster: inCluster }),
    ...(inStratum === undefined ? {} : { stratum: inStratum }),
  };
}

const extra = ({ extra_data: data }: Pick<Instance, "extra_data">, field: string | undefined): string | undefined =>
  field === undefined ? undefined : text(data?.[field]);

const text = (value: unknown): string | undefined =>
  ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;

/** HELM numbers instances id0, id1, ... in the order of the source, before any are drawn. */
function counted({ id = "" }: Pick<Instance, "id">, { consecutive }: Cluster): string | undefined {
  const number = /^id(\d+)$/.exec(id)?.[1];
  if (consecutive === undefined || number === undefined) return undefined;
  return String(Math.floor(Number(number) / consecutive));
}

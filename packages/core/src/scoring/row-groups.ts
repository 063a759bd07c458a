import { z } from "zod";
import type { Instance } from "../helm/instance.ts";
import type { ObjectSpec } from "../helm/run-spec.ts";

/**
 * The unit that a benchmark's rows share. Rows of one cluster are not independent, so an interval that treats them as independent is too
 * narrow. Without `isLoaded`, `field` and `consecutive`, the unit is known but the source does not name it.
 */
export const Cluster = z.object({
  /** e.g. "patient", "stay", "source row", "template" */
  unit: z.string(),
  /** the loader gives each instance's cluster in addition to the instance, because HELM's instances do not contain it */
  isLoaded: z.literal(true).exactOptional(),
  /** field of the instance's extra_data with the cluster's name */
  field: z.string().exactOptional(),
  /** number of consecutive instances from one cluster */
  consecutive: z.int().min(1).exactOptional(),
});
export type Cluster = z.infer<typeof Cluster>;

/** The parts of a benchmark that results compare. Without `field` and `argument`, the instances do not name their part. */
export const Stratum = z.object({
  /** e.g. "condition", "subset", "task", "calculator category" */
  unit: z.string(),
  field: z.string().exactOptional(),
  /** argument of the run entry with the part's name; it then holds for the whole run */
  argument: z.string().exactOptional(),
});
export type Stratum = z.infer<typeof Stratum>;

/** The cluster and the stratum of one instance, as its loader found them. */
export const LoadedGroups = z.object({ cluster: z.string().exactOptional(), stratum: z.string().exactOptional() });
export type LoadedGroups = z.infer<typeof LoadedGroups>;

export interface RowGroups {
  readonly cluster?: Cluster;
  readonly stratum?: Stratum;
}

/**
 * Returns `cluster` and `stratum` for a row of scores.json.
 * @param loaded those of the loader, which precede the fields of the instance
 */
export function rowGroups(
  instance: Pick<Instance, "id" | "extra_data">,
  { cluster, stratum }: RowGroups,
  args: ObjectSpec["args"],
  loaded: LoadedGroups = {},
): { cluster?: string; stratum?: string } {
  const inCluster = cluster === undefined ? undefined : (extra(instance, cluster.field) ?? counted(instance, cluster));
  const inStratum =
    stratum === undefined
      ? undefined
      : (extra(instance, stratum.field) ?? text(stratum.argument === undefined ? undefined : args[stratum.argument]));
  return {
    ...(inCluster === undefined ? {} : { cluster: inCluster }),
    ...(inStratum === undefined ? {} : { stratum: inStratum }),
    ...loaded,
  };
}

const extra = ({ extra_data: data }: Pick<Instance, "extra_data">, field: string | undefined): string | undefined =>
  field === undefined ? undefined : text(data?.[field]);

const text = (value: unknown): string | undefined =>
  ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;

/** HELM numbers instances id0, id1, ... in source order before it samples them. */
function counted({ id = "" }: Pick<Instance, "id">, { consecutive }: Cluster): string | undefined {
  const number = /^id(\d+)$/.exec(id)?.[1];
  if (consecutive === undefined || number === undefined) return undefined;
  return String(Math.floor(Number(number) / consecutive));
}

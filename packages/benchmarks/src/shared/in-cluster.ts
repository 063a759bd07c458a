import type { LoadedInstance } from "../define.ts";

/** The field of an instance that names its cluster. A source that lacks the column, or an empty cell, names none. */
export const inCluster = (cluster: string | undefined): Pick<LoadedInstance, "groups"> =>
  cluster === undefined || cluster === "" ? {} : { groups: { cluster } };

// The index (core/src/store/index-keys.ts): small records that are looked up, claimed and counted. `medhelm reindex` rebuilds it from
// the objects. Its size and its load grow with the use of the service, so it is on demand (decision 0012).
import { isProduction } from "./names.ts";

export const indexTable = new sst.aws.Dynamo("Index", {
  // packages/adapters/src/index/dynamo/item.ts
  fields: { pk: "string", sk: "string" },
  primaryIndex: { hashKey: "pk", rangeKey: "sk" },
  ttl: "ttl",
  deletionProtection: isProduction,
  transform: { table: { pointInTimeRecovery: { enabled: true } } },
});

/** The environment variable that names the table to functions and jobs. */
export const indexTableName = { MEDHELM_INDEX_TABLE: indexTable.name };

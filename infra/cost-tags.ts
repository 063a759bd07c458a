// Activates the tags of all resources as cost allocation tags. AWS accepts that only in the account that pays, and only a day after the
// first resource with the tags. sst has no component for them.
import { service } from "./conf.ts";
import { tags } from "./names.ts";

if (service.costTags)
  for (const tagKey of Object.keys(tags))
    new aws.costexplorer.CostAllocationTag(`CostTag-${tagKey}`, { tagKey, status: "Active" });

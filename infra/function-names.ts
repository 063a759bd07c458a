// The functions of the stack with their names in Lambda, for alarms and the dashboard.
import { aggregateFunction } from "./aggregate.ts";
import { apiFunction } from "./api.ts";
import { dispatchFunction } from "./dispatch.ts";
import { failure } from "./failure.ts";
import { releaseFunction } from "./release.ts";
import { sweep } from "./sweep.ts";

export const functionNames = {
  Api: apiFunction.name,
  Dispatch: dispatchFunction.name,
  Aggregate: aggregateFunction.name,
  Release: releaseFunction.name,
  Sweep: sweep.name,
  Failure: failure.name,
};

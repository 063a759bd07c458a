import { addIndexRequests, addRequests } from "./bill.ts";
import { noIndexRequests } from "./counted-index.ts";
import { noRequests } from "./counted-store.ts";

/** The requests and the time of one call, or of several. */
export interface Used {
  readonly s3: ReturnType<typeof noRequests>;
  readonly index: ReturnType<typeof noIndexRequests>;
  seconds: number;
}
export const newMean = () => ({ messages: 0, s3: noRequests(), index: noIndexRequests(), seconds: 0 });
export function addUsed(to: Used, more: Used, times = 1): void {
  addRequests(to.s3, more.s3, times);
  addIndexRequests(to.index, more.index, times);
  to.seconds += more.seconds * times;
}
export function scaledUsed(used: Used, times: number): Used {
  const scaled: Used = newMean();
  addUsed(scaled, used, times);
  return scaled;
}

import { LAMBDA_GB } from "./assumptions.ts";
import { addIndexRequests, addRequests, type Bill, type StepName } from "./bill.ts";
import type { Used } from "./used.ts";

/** Bills a call of a Lambda function. `times`: the number of equal calls that it represents */
export function payCall(bill: Bill, step: StepName, { s3, index, seconds }: Used, times = 1): void {
  addRequests(bill.s3[step], s3, times);
  addIndexRequests(bill.index[step], index, times);
  bill.lambda.invocations += times;
  bill.lambda.gbSeconds += seconds * LAMBDA_GB[step] * times;
  bill.longestS[step] = Math.max(bill.longestS[step], seconds);
}

import { type IndexRequests, noIndexRequests } from "./counted-index.ts";
import { noRequests, type S3Requests } from "./counted-store.ts";
import { PRICES } from "./prices.ts";

export const STEPS = ["api", "dispatch", "worker", "aggregate", "sweep"] as const;
export type StepName = (typeof STEPS)[number];

export interface SqsRequests {
  send: number;
  receive: number;
  delete: number;
  /** long polls without a message */
  empty: number;
}

/** Everything that costs money, by the part of the service that caused it. */
export interface Bill {
  readonly s3: Record<StepName, S3Requests>;
  readonly index: Record<StepName, IndexRequests>;
  /** the longest call, in seconds */
  readonly longestS: Record<StepName, number>;
  /** what the index stores at the end */
  indexBytes: number;
  readonly sqs: SqsRequests;
  readonly lambda: { invocations: number; gbSeconds: number };
  /** by GPU class */
  readonly gpu: Record<string, { paidS: number; askingS: number; usd: number }>;
  readonly fargate: { vcpuSeconds: number; gbSeconds: number };
  readonly hosted: { candidatesUsd: number; judgesUsd: number };
}

const ofEachStep = <T>(make: () => T): Record<StepName, T> => ({
  api: make(),
  dispatch: make(),
  worker: make(),
  aggregate: make(),
  sweep: make(),
});

export const newBill = (): Bill => ({
  s3: ofEachStep(noRequests),
  index: ofEachStep(noIndexRequests),
  longestS: ofEachStep(() => 0),
  indexBytes: 0,
  sqs: { send: 0, receive: 0, delete: 0, empty: 0 },
  lambda: { invocations: 0, gbSeconds: 0 },
  gpu: {},
  fargate: { vcpuSeconds: 0, gbSeconds: 0 },
  hosted: { candidatesUsd: 0, judgesUsd: 0 },
});

/** `times`: the number of equal operations that this one represents */
export function addRequests(to: S3Requests, more: S3Requests, times = 1): void {
  to.put += more.put * times;
  to.get += more.get * times;
  to.head += more.head * times;
  to.list += more.list * times;
  to.copy += more.copy * times;
  to.delete += more.delete * times;
}

export function addIndexRequests(to: IndexRequests, more: IndexRequests, times = 1): void {
  to.get += more.get * times;
  to.query += more.query * times;
  to.write += more.write * times;
  to.transaction += more.transaction * times;
  to.readUnits += more.readUnits * times;
  to.writeUnits += more.writeUnits * times;
}

export const s3Usd = ({ put, list, copy, get, head }: S3Requests): number =>
  ((put + list + copy) * PRICES.s3PutPerMillion + (get + head) * PRICES.s3GetPerMillion) / 1e6;

export const sqsTotal = ({ send, receive, delete: deleted, empty }: SqsRequests): number =>
  send + receive + deleted + empty;

export const sqsUsd = (sqs: SqsRequests): number => (sqsTotal(sqs) * PRICES.sqsPerMillion) / 1e6;

export const lambdaUsd = ({ invocations, gbSeconds }: Bill["lambda"]): number =>
  (invocations * PRICES.lambdaPerMillion) / 1e6 + gbSeconds * PRICES.lambdaPerGbSecond;

export const fargateUsd = ({ vcpuSeconds, gbSeconds }: Bill["fargate"]): number =>
  (vcpuSeconds * PRICES.fargateSpotPerVcpuHour + gbSeconds * PRICES.fargateSpotPerGbHour) / 3600;

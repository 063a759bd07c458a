/**
 * US dollars, us-east-1. The providers' pages could not be reached when this was written. These are the list prices as widely
 * published up to 2026. The prices of GPU machines and hosted tokens come from conf/, each with its date.
 */
export const PRICES = {
  asOf: "2026-11-21",
  /** https://aws.amazon.com/s3/pricing/: S3 Standard; deletes are free */
  s3PutPerMillion: 5,
  s3GetPerMillion: 0.4,
  /** https://aws.amazon.com/sqs/pricing/: standard queue, without the free first million */
  sqsPerMillion: 0.4,
  /** https://aws.amazon.com/dynamodb/pricing/on-demand/: units of 1 kB written and of 4 kB read */
  dynamoWritePerMillion: 0.625,
  dynamoReadPerMillion: 0.125,
  /** https://aws.amazon.com/dynamodb/pricing/on-demand/: standard table class; each item counts 100 bytes more */
  dynamoPerGbMonth: 0.25,
  /** https://aws.amazon.com/lambda/pricing/: arm64 */
  lambdaPerGbSecond: 0.0000133334,
  lambdaPerMillion: 0.2,
  /** https://aws.amazon.com/fargate/pricing/: Spot is about 70 % below 0.04048 per vCPU-hour and 0.004445 per GB-hour (x86) */
  fargateSpotPerVcpuHour: 0.01214,
  fargateSpotPerGbHour: 0.00133,
} as const;

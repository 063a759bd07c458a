import { z } from "zod";
import { LogLevelName } from "./log/log-levels.ts";
import { MOST_USD } from "./money/micro-usd.ts";
import { REQUESTS_A_WORKER } from "./pools/workers-for.ts";
import { FolderName } from "./submission.ts";

export const Scope = z.enum(["submit", "release", "admin"]);
export type Scope = z.infer<typeof Scope>;

/** An owner's limits. The API refuses requests beyond them. */
export const Quota = z.strictObject({
  runsPerDay: z.int().positive(),
  usdPerMonth: z.number().positive().max(MOST_USD),
  requestsPerMinute: z.int().positive(),
});
export type Quota = z.infer<typeof Quota>;

/** An owner must not be named "public": cache/public/ holds the answers that all owners share. */
export const OwnerName = FolderName.refine(
  (name) => name !== "public",
  'must not be "public", which is a reserved name',
);

/** A domain of the operator. */
const Domain = z.strictObject({
  name: z
    .string()
    .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, "the name of a host, e.g. leaderboard.example.org"),
  /** Its certificate in us-east-1, for a domain of any DNS. Absent: the domain is in Route 53 of this account. */
  certificate: z
    .string()
    .regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/, "the ARN of a certificate in us-east-1")
    .optional(),
});
export type Domain = z.infer<typeof Domain>;

const KeyArn = z.string().regex(/^arn:aws:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/, "the ARN of a KMS key");

/** How the service on AWS keeps its objects, in addition to S3's own encryption and the versions of the results. */
const Storage = z
  .strictObject({
    /** All buckets are encrypted with a key of this account, which the operator can disable. */
    ownKey: z.boolean().default(false),
    /** AWS Backup copies the results and the index daily, and keeps each copy for this many days. */
    backupDays: z.int().positive().optional(),
    /** A versioned bucket of another region or account that gets a copy of each object of the results. */
    replicateTo: z
      .strictObject({
        bucket: z.string().regex(/^arn:aws:s3:::[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "the ARN of a bucket"),
        /** The key of the copies; ownKey needs it. */
        key: KeyArn.optional(),
      })
      .optional(),
    /** A second bucket keeps the audit trail, and for this many days nobody can delete it there. */
    lockAuditDays: z.int().positive().optional(),
  })
  .refine(({ ownKey, replicateTo }) => !ownKey || replicateTo === undefined || replicateTo.key !== undefined, {
    path: ["replicateTo"],
    message: "with ownKey it needs the key of the copies",
  });

/** The functions of infra/function-names.ts. */
const LambdaName = z.enum(["Api", "Dispatch", "Aggregate", "Release", "Sweep", "Failure"]);

/** conf/service.yaml: the settings of a service on AWS, except for models and machines. It holds no secrets. */
export const ServiceConf = z.strictObject({
  /** Organisations that license data to this service. Each has its own job role; only that role reads data/licensed/<organisation>/. */
  organisations: z.array(FolderName).default([]),
  /**
   * The providers of conf/model_deployments.yaml whose models this service may ask, by the first part of a deployment's name. Each key of
   * a provider doubles the number of job definitions. Absent: all.
   */
  providers: z.array(FolderName).optional(),
  /** An alarm warns before AWS's monthly bill reaches this amount. */
  monthlyBudgetUsd: z.number().positive(),
  /** The default quota. A key can set another quota for its owner. */
  quota: Quota,
  /** The domains of the site and of the API. Absent: the domains that CloudFront gives. */
  domains: z.strictObject({ site: Domain.optional(), api: Domain.optional() }).default({}),
  /** The numbers of the keys between CloudFront and the API. CloudFront sends the first one, and the API accepts all. */
  edgeKeys: z
    .array(z.int().positive())
    .min(1)
    .max(2)
    .refine((numbers) => new Set(numbers).size === numbers.length, "two different numbers")
    .default([1]),
  /** A web application firewall before the API, which AWS charges by the month. */
  firewall: z
    .strictObject({
      /** The most requests of one address in 5 minutes. */
      requestsPerAddress: z.int().min(10),
      /** AWS's own rules against known attacks. They may refuse prompts that look like an attack. */
      managedRules: z.boolean().default(false),
    })
    .optional(),
  /** Concurrent calls that AWS keeps for a function, and its most. AWS keeps 100 of the account's for functions without a reservation. */
  reservedConcurrency: z.partialRecord(LambdaName, z.int().positive()).default({}),
  storage: Storage.prefault({}),
  /** Whether pools ask the served models for all submissions together. Otherwise each submission starts the machines itself. */
  pools: z.boolean().default(false),
  /** The shares of owners in the pools, relative to each other. An owner that is not named has the weight 1. */
  poolWeights: z.record(OwnerName, z.number().positive()).default({}),
  /** A further worker of a pool loads the weights each time this many more requests wait, up to the deployment's replicas. */
  poolRequestsAWorker: z.int().positive().default(REQUESTS_A_WORKER),
  /** Records below it are left out of the logs. */
  logLevel: LogLevelName.default("info"),
  /** An OpenTelemetry collector that the functions and jobs can reach, which gets the times of the work (OTLP over HTTP). */
  otlpEndpoint: z.url({ protocol: /^https?$/ }).optional(),
  /** Whether the deploy activates the tags `project` and `stage` in the bill. Only the account that pays may do that. */
  costTags: z.boolean().default(false),
  /** GitHub Actions workflows that may call the API without a key. */
  github: z
    .strictObject({
      issuer: z.url(),
      audience: z.string().min(1),
      repositories: z.array(
        z.strictObject({
          /** "owner/name" */
          repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
          /** e.g. "refs/heads/main". Absent: every ref. */
          ref: z.string().optional(),
          owner: OwnerName,
          scopes: z.array(Scope).min(1),
          organisations: z.array(FolderName).default([]),
        }),
      ),
    })
    .optional(),
});
export type ServiceConf = z.infer<typeof ServiceConf>;

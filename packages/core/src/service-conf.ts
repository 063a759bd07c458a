import { z } from "zod";
import { FolderName } from "./submission.ts";

export const Scope = z.enum(["submit", "release", "admin"]);
export type Scope = z.infer<typeof Scope>;

/** What an owner may use; beyond it the API refuses. */
export const Quota = z.strictObject({
  runsPerDay: z.int().positive(),
  usdPerMonth: z.number().positive(),
  requestsPerMinute: z.int().positive(),
});
export type Quota = z.infer<typeof Quota>;

/** Answers to public prompts lie under that name (cache/public/), and an owner's to its gated ones must not. */
export const OwnerName = FolderName.refine((name) => name !== "public", 'not "public", which is nobody\'s');

/** conf/service.yaml: what the operator of a service on AWS decides, beside models and machines. No secrets. */
export const ServiceConf = z.strictObject({
  /** those who license data to this service: each has a job role of its own, which alone reads data/licensed/<organisation>/ */
  organisations: z.array(FolderName).default([]),
  /** an alarm goes off before AWS's bill reaches it */
  monthlyBudgetUsd: z.number().positive(),
  /** of an owner whose key names no other */
  quota: Quota,
  /** GitHub Actions that may call without a key */
  github: z
    .strictObject({
      issuer: z.url(),
      audience: z.string().min(1),
      repositories: z.array(
        z.strictObject({
          /** "owner/name" */
          repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
          /** e.g. "refs/heads/main"; absent: every ref */
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

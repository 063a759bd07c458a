import { tlsFault } from "@medhelm/adapters/models/tls-fault";

/** By the name, the code or the message of the error. */
const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: "there is no such bucket; correct its name",
  PermanentRedirect: "the bucket is in another region; set AWS_REGION",
  "Region is missing": "no region is named; set AWS_REGION",
  AccessDenied: "the credentials may not list it; use those of an account that may",
  InvalidAccessKeyId: "the server does not know the access key; correct AWS_ACCESS_KEY_ID",
  SignatureDoesNotMatch: "the secret does not belong to the access key; correct AWS_SECRET_ACCESS_KEY",
  NotImplemented: "its server lacks a part of S3 that MedHELM needs; use another one, such as versitygw or MinIO",
  ExpiredToken: "the credentials have expired; sign in again",
  CredentialsProviderError: "there are no credentials; set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
  ECONNREFUSED: "nothing listens at its address; start the server, or correct AWS_ENDPOINT_URL_S3",
  ENOTFOUND: "its address has no server; correct AWS_ENDPOINT_URL_S3 or AWS_REGION",
  EAI_AGAIN: "the name of its server cannot be looked up; check the network",
  ENETUNREACH: "the network does not reach its server; check the network",
  EHOSTUNREACH: "the network does not reach its server; check the network",
  ETIMEDOUT: "its server does not answer; check the network",
};
/** Errors before the first request. All others have the data of their request. */
const BEFORE_REQUESTS = new Set(["CredentialsProviderError", "Region is missing"]);

/** Returns what an operator can correct after a client of AWS failed with `error`. Undefined: it has another cause. */
export function bucketFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const names = [error.name, "code" in error ? String(error.code) : "", error.message];
  const isOfClient = "$metadata" in error || names.some((name) => BEFORE_REQUESTS.has(name));
  const known = isOfClient ? names.find((name) => REASONS[name] !== undefined) : undefined;
  if (known !== undefined) return REASONS[known];
  return (isOfClient ? tlsFault(error) : undefined) ?? bucketFault(error.cause);
}

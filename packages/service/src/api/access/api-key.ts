import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { sha256Hex } from "@medhelm/core/store/canonical";
import type { Clock } from "@medhelm/core/ports";
import { OwnerName, Quota, Scope } from "@medhelm/core/service-conf";
import { FolderName } from "@medhelm/core/submission";
import { z } from "zod";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BODY_LENGTH = 43; // 256 bits in base 62
const SUM_LENGTH = 6;
/** Scanners for leaked secrets search for this form; the checksum distinguishes a key from text that only resembles one. */
const FORM = /^medhelm_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;
/** Hex digits of the sha256: enough to be unique among all keys, and a prefix by which the store lists the key. */
const ID_LENGTH = 16;

export const KeyId = z.string().regex(/^[0-9a-f]{16}$/, "the id of a key has 16 hex digits");

/** The owner that a key acts for, and its rights. */
export const KeyGrant = z.strictObject({
  owner: OwnerName,
  /** the key's name for people: "CI of the radiology group" */
  name: z.string().min(1).max(100),
  scopes: z.array(Scope).max(3),
  /** organisations whose licensed data its runs may read */
  organisations: z.array(FolderName).max(100).default([]),
  /** replaces the service's quota */
  quota: Quota.exactOptional(),
  expiresAt: z.iso.datetime().exactOptional(),
});
export type KeyGrant = z.infer<typeof KeyGrant>;

/** keys/<sha256 of the key>.json. The key itself is never stored; 256 random bits need no slow hash. */
export const ApiKey = z.object({
  formatVersion: z.literal(1),
  id: KeyId,
  ...KeyGrant.shape,
  /** An unknown field is of a later version, and passes. */
  quota: z.object(Quota.shape).exactOptional(),
  createdAt: z.string(),
  revokedAt: z.string().exactOptional(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export interface NewKey {
  /** The API shows it in one answer only. */
  readonly key: string;
  readonly sha256: string;
  readonly record: ApiKey;
}

/** Makes a random key. Only its sha256 is in the record, so the caller must show the key now. */
export function newKey(grant: KeyGrant, clock: Pick<Clock, "nowMs">): NewKey {
  const body = base62(BigInt(`0x${randomBytes(32).toString("hex")}`), BODY_LENGTH);
  const key = `medhelm_${body}${checksum(body)}`;
  const sha256 = sha256Hex(key);
  const createdAt = new Date(clock.nowMs()).toISOString();
  return { key, sha256, record: { formatVersion: 1, id: keyId(sha256), ...grant, createdAt } };
}

export const keyId = (sha256: string): string => sha256.slice(0, ID_LENGTH);

/** Recognises a truncated, mistyped or invented key without a request to the store. */
export function isApiKey(text: string): boolean {
  const [, body, sum] = FORM.exec(text) ?? [];
  return body !== undefined && sum === checksum(body);
}

export function isValidAt({ revokedAt, expiresAt }: ApiKey, nowMs: number): boolean {
  return revokedAt === undefined && (expiresAt === undefined || nowMs < Date.parse(expiresAt));
}

const checksum = (body: string): string => base62(BigInt(crc32(body)), SUM_LENGTH);

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, "0");
}

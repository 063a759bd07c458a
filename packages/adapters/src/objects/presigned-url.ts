import { createHmac, timingSafeEqual } from "node:crypto";
import type { PresignOptions } from "@medhelm/core/ports";

/** The base address of presigned URLs of an embedded store, and the secret that signs them. */
export interface PresignBase {
  /** e.g. "http://127.0.0.1:8787", without a trailing "/" */
  readonly base: string;
  readonly secret: string;
}

export type Presigned =
  | {
      readonly outcome: "valid";
      readonly key: string;
      readonly method: "PUT" | "GET";
      readonly sha256?: string;
      readonly lengthBytes?: number;
    }
  | { readonly outcome: "refused"; readonly reason: string };

const PATH = "/v1/uploads/";

/** Signs `<base>/v1/uploads/<key>?method=PUT&expires=<Unix s>[&sha256=..][&length=..]&signature=<hex>` */
export function presignUrl(to: PresignBase | undefined, key: string, options: PresignOptions, nowMs: number): string {
  if (to === undefined)
    throw new Error("This store was opened without presign: {base, secret}, so it cannot sign upload addresses.");
  const query = new URLSearchParams({
    method: options.method,
    expires: String(Math.ceil(nowMs / 1000) + options.expiresInS),
  });
  if (options.sha256 !== undefined) query.set("sha256", options.sha256);
  if (options.lengthBytes !== undefined) query.set("length", String(options.lengthBytes));
  query.set("signature", signature(to.secret, key, query));
  return `${to.base}${PATH}${key.split("/").map(encodeURIComponent).join("/")}?${query.toString()}`;
}

/** Checks a presigned URL; never throws. The server must compare the request's method, sha256 and length with the returned ones. */
export function verifyPresigned(url: string | URL, secret: string, nowMs: number): Presigned {
  const parsed = URL.parse(String(url));
  if (parsed === null || !parsed.pathname.startsWith(PATH)) return refused("not an upload address");
  const query = parsed.searchParams;
  const key = decodeKey(parsed.pathname.slice(PATH.length));
  const given = query.get("signature");
  query.delete("signature");
  if (key === undefined || given === null || !isEqual(given, signature(secret, key, query)))
    return refused("the signature is wrong");
  if (!(Number(query.get("expires")) * 1000 > nowMs)) return refused("the address has expired");
  const [method, sha256, length] = [query.get("method"), query.get("sha256"), query.get("length")];
  if (method !== "PUT" && method !== "GET") return refused("the method is not PUT or GET");
  return {
    outcome: "valid",
    key,
    method,
    ...(sha256 === null ? {} : { sha256 }),
    ...(length === null ? {} : { lengthBytes: Number(length) }),
  };
}

const refused = (reason: string): Presigned => ({ outcome: "refused", reason });

/** Signs a JSON list, so that two different lists of values never give the same text. */
function signature(secret: string, key: string, query: URLSearchParams): string {
  const signed = ["method", "expires", "sha256", "length"].map((name) => query.get(name));
  return createHmac("sha256", secret)
    .update(JSON.stringify([key, ...signed]))
    .digest("hex");
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function decodeKey(path: string): string | undefined {
  try {
    return path.split("/").map(decodeURIComponent).join("/");
  } catch {
    return undefined; // malformed percent encoding
  }
}

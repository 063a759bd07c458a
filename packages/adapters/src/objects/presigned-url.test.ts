import { expect, test } from "vitest";
import { presignUrl, verifyPresigned } from "./presigned-url.ts";

const to = { base: "http://127.0.0.1:8787", secret: "a secret" };
const NOW = 1_700_000_000_000;
const sha256 = "ab".repeat(32);
const put = { method: "PUT", expiresInS: 60, sha256, lengthBytes: 12 } as const;

test("a URL holds and signs the key, the method, the expiry, the hash and the length", () => {
  const url = presignUrl(to, "inputs/a b:ü", put, NOW);
  expect(url).toMatch(
    /^http:\/\/127\.0\.0\.1:8787\/v1\/uploads\/inputs\/a%20b%3A%C3%BC\?method=PUT&expires=1700000060&sha256=(ab){32}&length=12&signature=[0-9a-f]{64}$/,
  );
  expect(verifyPresigned(url, to.secret, NOW)).toEqual({
    outcome: "valid",
    key: "inputs/a b:ü",
    method: "PUT",
    sha256,
    lengthBytes: 12,
  });
});

test("a URL without a hash and a length requires neither", () => {
  const url = presignUrl(to, "k", { method: "GET", expiresInS: 60 }, NOW);
  expect(verifyPresigned(url, to.secret, NOW)).toEqual({ outcome: "valid", key: "k", method: "GET" });
});

test.each([
  ["another key", (url: string) => url.replace("/uploads/k", "/uploads/other")],
  ["another method", (url: string) => url.replace("method=PUT", "method=GET")],
  ["a later expiry", (url: string) => url.replace("expires=1700000060", "expires=1800000000")],
  ["another hash", (url: string) => url.replace("sha256=ab", "sha256=cd")],
  ["no hash", (url: string) => url.replace(/&sha256=[^&]*/, "")],
  ["another length", (url: string) => url.replace("length=12", "length=13")],
  ["no signature", (url: string) => url.replace(/&signature=.*/, "")],
  ["an incomplete signature", (url: string) => url.slice(0, -1)],
  ["a stray percent sign", (url: string) => url.replace("/uploads/k", "/uploads/%")],
])("a URL with %s is refused", (_, change) => {
  const changed = change(presignUrl(to, "k", put, NOW));
  expect(verifyPresigned(changed, to.secret, NOW)).toEqual({ outcome: "refused", reason: "the signature is wrong" });
});

test("another secret, an expired URL and another address are refused", () => {
  const url = presignUrl(to, "k", put, NOW);
  expect(verifyPresigned(url, "other", NOW)).toMatchObject({ outcome: "refused" });
  expect(verifyPresigned(url, to.secret, NOW + 59_999)).toMatchObject({ outcome: "valid" });
  expect(verifyPresigned(url, to.secret, NOW + 60_000)).toEqual({
    outcome: "refused",
    reason: "the address has expired",
  });
  expect(verifyPresigned("not a url", to.secret, NOW)).toEqual({ outcome: "refused", reason: "not an upload address" });
});

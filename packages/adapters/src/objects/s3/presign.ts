import { GetObjectCommand, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { PresignOptions } from "@medhelm/core/ports";

const CHECKSUM = "x-amz-checksum-sha256";

/**
 * Signs a URL. The SDK would put the checksum into a query parameter, which S3 ignores. This function signs it as a header instead,
 * which the uploader must send (core's uploadHeaders). Content-Length is signed too; every client sends it.
 */
export async function presign(
  client: S3Client,
  at: { readonly Bucket: string; readonly Key: string },
  { method, expiresInS, sha256, lengthBytes }: PresignOptions,
): Promise<string> {
  if (method === "GET") return getSignedUrl(client, new GetObjectCommand(at), { expiresIn: expiresInS });
  const command = new PutObjectCommand({
    ...at,
    ...(sha256 === undefined ? {} : { ChecksumSHA256: Buffer.from(sha256, "hex").toString("base64") }),
    ...(lengthBytes === undefined ? {} : { ContentLength: lengthBytes }),
  });
  command.middlewareStack.add(
    (next) => (args) => {
      withoutDefaultChecksum(args.request);
      return next(args);
    },
    { step: "finalizeRequest", priority: "high" },
  );
  return getSignedUrl(client, command, {
    expiresIn: expiresInS,
    unhoistableHeaders: new Set([CHECKSUM, "content-length"]),
  });
}

/** Removes the SDK's own checksum, which is the checksum of an empty body. */
function withoutDefaultChecksum(request: unknown): void {
  if (typeof request !== "object" || request === null || !("headers" in request)) return;
  const { headers } = request;
  if (typeof headers !== "object" || headers === null) return;
  for (const name of ["x-amz-checksum-crc32", "x-amz-sdk-checksum-algorithm"]) Reflect.deleteProperty(headers, name);
}

import { GetObjectCommand, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { PresignOptions } from "@medhelm/core/ports";

const CHECKSUM = "x-amz-checksum-sha256";

/**
 * The checksum is signed as a header, which the uploader must send (core's uploadHeaders): as a parameter of the address, where the
 * SDK would put it, S3 does not look at it. So is Content-Length, which every client sends.
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

/** The SDK's own checksum would be that of an empty body. */
function withoutDefaultChecksum(request: unknown): void {
  if (typeof request !== "object" || request === null || !("headers" in request)) return;
  const { headers } = request;
  if (typeof headers !== "object" || headers === null) return;
  for (const name of ["x-amz-checksum-crc32", "x-amz-sdk-checksum-algorithm"]) Reflect.deleteProperty(headers, name);
}

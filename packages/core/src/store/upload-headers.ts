/**
 * Headers for a PUT to a presigned address. S3 then refuses bytes with another checksum; other stores check the address
 * only.
 */
export function uploadHeaders(sha256: string): Record<string, string> {
  return { "x-amz-checksum-sha256": Buffer.from(sha256, "hex").toString("base64") };
}

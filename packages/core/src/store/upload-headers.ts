/** What an uploader sends with its PUT to a presigned address: S3 then refuses bytes of another checksum. Other stores look at the address alone. */
export function uploadHeaders(sha256: string): Record<string, string> {
  return { "x-amz-checksum-sha256": Buffer.from(sha256, "hex").toString("base64") };
}

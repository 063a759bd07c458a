import { crc32 } from "node:zlib";

/** Eight hexadecimal digits. `before`: the CRC of the bytes in front of these. */
export const checksumOf = (bytes: Uint8Array | string, before = 0): string =>
  crc32(bytes, before).toString(16).padStart(8, "0");

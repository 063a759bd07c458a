const decoder = new TextDecoder("utf-8", { fatal: true });

/** The text of the bytes; undefined if they are not UTF-8. */
export function utf8OrUndefined(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

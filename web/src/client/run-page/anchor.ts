/** "#id12" -> "id12"; undefined without a fragment. Invalid percent-encoding stays unchanged. */
export function anchorIn(hash: string): string | undefined {
  if (hash.length < 2) return undefined;
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

/** "?chunk=3" -> 3: older addresses name the chunk of the instance. */
export function chunkIn(query: string): number | undefined {
  const chunk = new URLSearchParams(query).get("chunk") ?? "";
  return /^\d{1,9}$/.test(chunk) ? Number(chunk) : undefined;
}

/** Names the thing that is at a path, as a part of a sentence. */
export function kindOf(stats: { isFile(): boolean; isDirectory(): boolean }): string {
  if (stats.isFile()) return "a file";
  return stats.isDirectory() ? "a folder" : "a pipe, a socket or a device";
}

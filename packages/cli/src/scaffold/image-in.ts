/** The image of a cell: its bytes, as Hugging Face's files have them ({bytes, path}), or its path; undefined for an empty cell. */
export function imageIn(cell: unknown): string | Uint8Array | undefined {
  if (cell instanceof Uint8Array) return cell;
  if (typeof cell === "string") return cell.trim() === "" ? undefined : cell.trim();
  if (typeof cell !== "object" || cell === null) return undefined;
  if ("bytes" in cell && cell.bytes instanceof Uint8Array) return cell.bytes;
  return "path" in cell ? imageIn(cell.path) : undefined;
}

/**
 * Maps names to slugs for folders and URL segments. Every character except letters, digits, "_", "-" and "." becomes "_",
 * as HELM does with "/". Names that would share a folder, also on file systems that ignore case, get "-2", "-3", ...
 */
export function slugs(names: Iterable<string>): Map<string, string> {
  const taken = new Set<string>();
  const result = new Map<string, string>();
  for (const name of names) {
    if (result.has(name)) continue;
    const plain =
      name
        .replaceAll(/[^A-Za-z0-9_.-]/g, "_")
        .replace(/^\.+/, "_")
        .slice(0, 150) || "_";
    let slug = plain;
    for (let n = 2; taken.has(slug.toLowerCase()); n++) slug = `${plain}-${n}`;
    taken.add(slug.toLowerCase());
    result.set(name, slug);
  }
  return result;
}

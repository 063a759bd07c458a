import { isMap, isSeq } from "yaml";
import { parseYaml } from "./parse-yaml.ts";

/** Parsing a longer text only to name a line would take seconds. */
const MAX_CHARACTERS = 1_000_000;

/**
 * Parses a text of YAML or JSON once, and returns a function that finds the line of the value at a path, or of the deepest part of the path that is
 * there. Lines start at 1. Returns undefined for a text that is too long.
 */
export function lineFinder(text: string): ((path: readonly PropertyKey[]) => number) | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const { document, lines } = parseYaml(text);
  return (path) => {
    let node: unknown = document.contents;
    let offset = startOf(node);
    for (const key of path) {
      if (!isMap(node) && !isSeq(node)) break;
      node = node.get(typeof key === "symbol" ? String(key) : key, true);
      offset = startOf(node) ?? offset;
    }
    return offset === undefined ? 1 : lines.linePos(offset).line;
  };
}

function startOf(node: unknown): number | undefined {
  if (typeof node !== "object" || node === null || !("range" in node) || !Array.isArray(node.range)) return undefined;
  const [start]: unknown[] = node.range;
  return typeof start === "number" ? start : undefined;
}

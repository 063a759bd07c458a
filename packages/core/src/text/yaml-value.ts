import { type Document, isAlias, visit } from "yaml";
import { UserError } from "../user-error.ts";
import { mergeKeys } from "./merge-keys.ts";

/** Aliases may repeat this many values for each value that they name. Our files have none. */
const MAX_ALIASES = 100;

/**
 * Returns the value of a user's YAML without syntax errors, with the keys of maps that `<<` names. Aliases are bounded, because a short file can name the
 * same values millions of times, or name itself.
 * @throws UserError naming the file
 */
export function yamlValue(document: Document, label: string): unknown {
  // one walk for all anchors: alias.resolve() walks the whole document for each alias
  const anchors = new Map<string, unknown>();
  visit(document, {
    Node(_, node) {
      if (!isAlias(node) && node.anchor !== undefined) anchors.set(node.anchor, node);
    },
    Alias(_, alias, path) {
      if (path.some((parent) => parent === anchors.get(alias.source)))
        throw new UserError(`${label}: the alias *${alias.source} is a part of its own value; write the value out`);
    },
  });
  return mergeKeys(valueOf(document, label), label);
}

function valueOf(document: Document, label: string): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    throw new UserError(`${label}: its aliases (*name) name no value, or too many; write the values out`, { cause });
  }
}

import { type Document, visit } from "yaml";
import { UserError } from "../user-error.ts";

/** Aliases may repeat this many values for each value that they name. Our files have none. */
const MAX_ALIASES = 100;

/**
 * Returns the value of a user's YAML without syntax errors. Aliases are bounded, because a short file can name the same values millions of
 * times, or name itself.
 * @throws UserError naming the file
 */
export function yamlValue(document: Document, label: string): unknown {
  visit(document, {
    Alias(_, alias, path) {
      const target = alias.resolve(document);
      if (target !== undefined && path.includes(target))
        throw new UserError(`${label}: the alias *${alias.source} is a part of its own value; write the value out`);
    },
  });
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    throw new UserError(`${label}: its aliases (*name) name no value, or too many; write the values out`, { cause });
  }
}

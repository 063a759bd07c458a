import { isObject } from "../is-object.ts";
import { UserError } from "../user-error.ts";

const MERGE = "<<";
/** A chain of maps that each name the one before would have as many keys as the square of its length. */
const MOST_KEYS = 100_000;

type Keys = Readonly<Record<string, unknown>>;

/**
 * Returns the value of a YAML document with the keys of each map that `<<` names, as PyYAML does and so HELM. The map's own value of a key precedes that
 * of a named map, and of several named maps the first one's. The yaml package can merge, too, but searches the whole document for each alias.
 * @throws UserError naming the file if `<<` names something else, or too many keys
 */
export function mergeKeys(value: unknown, label: string): unknown {
  // an alias is the same object as its anchor
  const merged = new Map<unknown, unknown>();
  let keys = 0;
  const mergedOf = (one: unknown): unknown => {
    if (typeof one !== "object" || one === null) return one;
    const known = merged.get(one);
    if (known !== undefined) return known;
    const result = Array.isArray(one) ? listOf(one) : isObject(one) ? mapOf(one) : one;
    merged.set(one, result);
    return result;
  };
  const listOf = (list: readonly unknown[]): readonly unknown[] => {
    const items = list.map(mergedOf);
    return items.some((item, i) => item !== list[i]) ? items : list;
  };
  const mapOf = (map: Keys): Keys => {
    const entries = Object.entries(map).map(([key, of]) => [key, mergedOf(of)] as const);
    if (!Object.hasOwn(map, MERGE))
      return entries.some(([key, of]) => of !== map[key]) ? Object.fromEntries(entries) : map;
    const named = mergedOf(map[MERGE]);
    const maps = (Array.isArray(named) ? named : [named]).toReversed();
    if (!maps.every(isObject))
      throw new UserError(
        `${label}: the key << names a value that is no map; name a map or a list of maps, or write the keys out`,
      );
    const added = maps.flatMap((one) => Object.entries(one));
    keys += added.length;
    if (keys > MOST_KEYS)
      throw new UserError(
        `${label}: the maps that << names have more than ${MOST_KEYS} keys together; write the keys out`,
      );
    return Object.fromEntries([...added, ...entries.filter(([key]) => key !== MERGE)]);
  };
  return mergedOf(value);
}

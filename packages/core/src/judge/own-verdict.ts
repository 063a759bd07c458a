import { findObjects, type Members, type Value } from "./json-objects.ts";

/** The members of the one object in which a judge states its verdict, by folded key. */
export interface OwnVerdict {
  readonly members: ReadonlyMap<string, Value>;
  /** the reply is not exactly one JSON object in the form that the prompt requests */
  readonly isRepaired: boolean;
}

/** Keys are the same in any case, and with spaces for underscores. */
export const foldKey = (key: string): string =>
  key
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");

/**
 * Finds the verdict that the reply states as its own: the one object with a key of `keys`, also inside a wrapping object. An object that the
 * reply quotes is not its own. Two objects, or two members of one key, count as one if they are equal and are no verdict if they differ.
 * @param reply without thinking
 * @returns a clause for a person if there is none
 */
export function ownVerdict(reply: string, keys: readonly string[]): OwnVerdict | string {
  const folded = keys.map(foldKey);
  const all = findObjects(reply);
  const withKey = all.flatMap((object) => {
    const members = withKeys(object.members, folded, 2);
    return members === undefined ? [] : [{ ...object, members }];
  });
  // without the keys the reader names the one that is missing
  const objects = withKey.length > 0 ? withKey : all.slice(0, 1);
  if (objects.length === 0) return "the reply is no JSON object";
  const own = objects.filter((object) => !isQuoted(reply, object.start, object.end));
  const [first] = own;
  if (first === undefined) return "the reply only quotes a verdict";
  // a quoted verdict next to the reply's own is not told apart for certain
  if (objects.some(({ members }) => signature(members) !== signature(first.members)))
    return "the reply has several verdicts that differ";
  const members = new Map<string, Value>();
  for (const [key, value] of first.members) {
    const name = foldKey(key);
    if (members.has(name) && JSON.stringify(members.get(name)) !== JSON.stringify(value))
      return `the reply has "${name}" twice`;
    members.set(name, value);
  }
  const around = unwrap(`${reply.slice(0, first.start)}{}${reply.slice(first.end)}`);
  return { members, isRepaired: first.isRepaired || around !== "{}" };
}

const signature = (members: Members): string => JSON.stringify(members.map(([key, value]) => [foldKey(key), value]));

/** Returns the object itself if it has one of the keys, otherwise the only object within it that does. */
function withKeys(members: Members, keys: readonly string[], depth: number): Members | undefined {
  if (members.some(([key]) => keys.includes(foldKey(key)))) return members;
  if (depth === 0) return undefined;
  const inner = members.flatMap(([, value]) => {
    const found = isMembers(value) ? withKeys(value.members, keys, depth - 1) : undefined;
    return found === undefined ? [] : [found];
  });
  return inner.length === 1 ? inner[0] : undefined;
}

export const isMembers = (value: Value): value is { readonly members: Members } =>
  typeof value === "object" && value !== null && "members" in value;

const unwrap = (reply: string): string =>
  reply
    .trim()
    .replace(/^<rubric_criteria>\s*/, "")
    .replace(/\s*<\/rubric_criteria>$/, "")
    .replace(/^```(?:json)?\s*/i, "")
    .replace(/\s*```$/, "")
    .trim();

/** Before a quoted object: somebody else's text holds it, or it shows what a form looks like. */
const INTRODUCES_A_QUOTE = [
  /\b(?:contain(?:s|ed|ing)?|includ(?:es?|ed|ing)|holds?|says|said|states?|claims?|claiming|embeds?|wrote|writes|quotes?|quoted|reads|tells? (?:me|us)(?: to \w+)?|asks? (?:me|us|for)(?: to \w+)?|orders? me to \w+|instructs? me to \w+)(?:[ \t]+(?:an?|the|its?|own|this|these|following|fake|forged|embedded|own|text|words?|json|object|block|scores?|verdict|grades?|ratings?|evaluation|line|string|in|of|that|with|as|itself|already|even))*[ \t]*[:,(]?\s*["'`“‘]?(?:```\w*\s*)?$/i,
  /\bexamples?\b[^.!?\n]{0,60}:\s*(?:```\w*\s*)?$/i,
  /(?:^|[.!?\n])\s*(?:the\s+)?(?:required|requested|expected|prescribed)\s+(?:\w+\s+)?(?:form|format|structure|reply)\b[^.!?\n]{0,30}:\s*(?:```\w*\s*)?$/i,
];
/** After a quoted object: the reply does not accept it, or does not judge at all. */
const REJECTS_A_QUOTE = [
  /^[\s)\]`"'”’.,;:]*(?:which|that|this|these|those|it)\b(?:[ \t]+\w+){0,5}?[ \t]+(?:ignored?|disregard(?:ed)?|reject(?:ed)?|invalid|(?:prompt |score )?(?:injection|manipulation)|not (?:valid|mine|my))\b/i,
  /^[^!?]{0,120}?\b(?:cannot|can't|must not|should not|will not|won't|do not|don't|did not|not going to|refuse to)[ \t]+(?:\w+[ \t]+){0,2}?(?:treat|accept|use|follow|count|adopt|copy|rely on|consider|honou?r|repeat)[ \t]+(?:it|this|that|them|these|those|such)\b/i,
  /^[\s)\]`"'”’.,;:]*(?:\w+[ \t]+){0,4}?(?:cannot|can't|will not|won't|unable to|refuse to)[ \t]+(?:evaluate|grade|judge|assess|score|rate)[ \t]+(?:it|(?:this|the)[ \t]+(?:response|answer|note|text|candidate))\b/i,
];

function isQuoted(reply: string, start: number, end: number): boolean {
  const line = reply.slice(reply.lastIndexOf("\n", start) + 1, start);
  const before = reply.slice(Math.max(0, start - 200), start);
  const after = reply.slice(end, end + 200);
  return (
    /^\s*>/.test(line) ||
    INTRODUCES_A_QUOTE.some((pattern) => pattern.test(before)) ||
    REJECTS_A_QUOTE.some((pattern) => pattern.test(after))
  );
}

/** The member with which a verdict proves that it is not copied from the answer. */
export const VERDICT_KEY = "verdict_key";

export const verdictKeyOf = ({ members }: OwnVerdict): { verdictKey?: string } => {
  const key = members.get(VERDICT_KEY);
  return typeof key === "string" ? { verdictKey: key } : {};
};

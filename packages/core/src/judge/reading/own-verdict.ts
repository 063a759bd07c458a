import { taggedCalls } from "../../reading/wrappers/tools/tagged-calls.ts";
import { type OwnWords, ownWords } from "../../reading/prepare.ts";
import { type Reading, type Step, stepAt, type StepName } from "../../reading/reading.ts";
import { type ReplyText, replyText } from "../../reading/text/reply-text.ts";
import { takesBack } from "../../reading/corrections/taken-back.ts";
import { jsonOrUndefined } from "../../text/json-or-undefined.ts";
import { replacesVerdict } from "./replaces-verdict.ts";
import { type FoundObject, findObjects, type Members, type Value } from "./json-objects.ts";
import { statedObjects } from "./stated-objects.ts";

/** The members of the one object in which a judge states its verdict, by folded key. */
export interface OwnVerdict {
  readonly members: ReadonlyMap<string, Value>;
  /** the reply is not exactly one JSON object in the form that the prompt requests */
  readonly isRepaired: boolean;
}
/** A reading of a judge's reply; without a value it has the reason as one clause for a person, which is sent to the judge. */
export type VerdictReading<T> = Extract<Reading<T>, { kind: "read" }> | (Extract<Reading<T>, { kind: "unread" }> & Why);
interface Why {
  readonly clause: string;
}

/** Keys are the same in any case, and with spaces for underscores. */
export const foldKey = (key: string): string =>
  key
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");

type Fold = (key: string) => string;

/**
 * Finds the verdict that the reply states as its own: the one object with a key of `keys`, also inside a wrapping object. Thinking and what
 * follows the turn's end do not count. An object that the reply quotes is not its own. Objects with equal scores count as one. Of
 * objects that differ the last counts if the reply takes the others back; otherwise there is no verdict, because a quoted one is not known.
 * @param form `strict`: keys are exact and no list is around the object, as HealthBench's authors require
 */
export function ownVerdict(reply: string, keys: readonly string[], form?: "strict"): VerdictReading<OwnVerdict> {
  const said = saidIn(reply);
  if (said.kind === "unanswered") return refuse(said.steps, said.last, "the thinking never ends");
  const { text, steps } = said;
  const fold = form === "strict" ? String : foldKey;
  const all = findObjects(text.text).filter(
    ({ start }) => form !== "strict" || !text.text.slice(0, start).trimEnd().endsWith("["),
  );
  const folded = keys.map(fold);
  const withKey = all.flatMap((object) => {
    const members = withKeys(object.members, folded, fold, 2);
    return members === undefined ? [] : [{ ...object, members }];
  });
  // without the keys the reader names the one that is missing
  const objects = withKey.length > 0 ? withKey : all.slice(0, 1);
  const own = statedObjects(text.text, objects);
  const first = own.length < 2 ? own[0] : finalOf(text.text, own);
  if (objects[0] === undefined) return refuse(steps, stepAt("found no answer", text), "the reply is no JSON object");
  if (first === undefined) return refuse(steps, at("found a quote", text, objects), "the reply only quotes a verdict");
  const stated = signature(first.members);
  const others = objects.filter(({ members }) => signature(members) !== stated);
  const isKnown = own.length === 1 && isApart(text.text, others, first);
  if (first === own[0] && others.length > 0 && !isKnown)
    return refuse(steps, at("found a contradiction", text, objects), "the reply has several verdicts that differ");
  const members = membersByKey(first.members, fold);
  if (typeof members === "string")
    return refuse(steps, at("found a contradiction", text, [first]), `the reply has "${members}" twice`);
  const around = unwrap(`${text.text.slice(0, first.start)}{}${text.text.slice(first.end)}`);
  const isRepaired = first.isRepaired || text.text.length < reply.length || around !== "{}";
  return { kind: "read", value: { members, isRepaired }, steps: [...steps, at("found a verdict", text, [first])] };
}

/** Returns the reply's own words. A reply that is JSON has no marks outside its texts; it can be a text that contains the JSON. */
function saidIn(reply: string): ReturnType<typeof ownWords> {
  const json = jsonOrUndefined(reply);
  if (json !== undefined) return wholeReply(typeof json === "string" ? json : reply);
  const said = isOneObject(unwrap(reply)) ? wholeReply(reply) : wordsOf(reply);
  if (said.kind === "unanswered") return said;
  const steps = [...said.steps];
  return { kind: "said", text: taggedCalls(said.text, steps), steps };
}

/** Whether a text is JSON, or one object that needs a repair: what its texts quote, such as "user: ...", is no turn. */
function isOneObject(text: string): boolean {
  if (jsonOrUndefined(text) !== undefined) return true;
  const [one] = text.startsWith("{") && text.endsWith("}") ? findObjects(text) : [];
  return one?.start === 0 && one.end === text.length;
}

/** A part in tags that has the only object is the verdict. */
function wordsOf(reply: string): ReturnType<typeof ownWords> {
  const own = ownWords(reply);
  // a verdict may follow a heading such as "Case:"
  const isBehind = own.kind === "said" && !own.text.text.includes("{") && own.whole?.text.includes("{") === true;
  const said = isBehind && own.whole !== undefined ? { ...own, text: own.whole } : own;
  return said.kind === "said" && !said.text.text.includes("{") ? ownWords(reply, "kept") : said;
}

const wholeReply = (reply: string): OwnWords => ({ kind: "said", text: replyText(reply), steps: [] });

/** Returns the last of several verdicts if the reply takes the earlier ones back, otherwise the first. */
function finalOf<T extends Pick<FoundObject, "start" | "end">>(text: string, objects: readonly T[]): T | undefined {
  const [earlier, last] = objects.slice(-2);
  const between = text.slice(earlier?.end, last?.start);
  const before = text.slice(objects.at(-3)?.end ?? 0, earlier?.start);
  return takesBack(between) || replacesVerdict(before, between) ? last : objects[0];
}

/** Whether a sentence ends between each quoted object and the verdict: then the quotes' words are not the verdict's. The nearest ones decide. */
function isApart(text: string, quoted: readonly FoundObject[], { start, end }: FoundObject): boolean {
  const before = quoted.findLast((object) => object.end <= start);
  const after = quoted.find((object) => object.start >= end);
  const between = [before && text.slice(before.end, start), after && text.slice(end, after.start)];
  return between.every((words) => words === undefined || SENTENCE_END.test(words));
}
const SENTENCE_END = /[.!?]["'”)]*\s|\n\s*\n/u;

export const refuse = (steps: readonly Step[], last: Step, clause: string) => ({
  kind: "unread" as const,
  reason: last.step,
  steps: [...steps, last],
  clause,
});

const at = (step: StepName, text: ReplyText, objects: readonly FoundObject[]): Step => ({
  step,
  at: objects.flatMap(({ start, end }) => stepAt(step, text, start, end).at),
});

/** JSON takes the last of two members with one key. Returns the key of which two spellings have different values. */
function membersByKey(all: Members, fold: Fold): ReadonlyMap<string, Value> | string {
  const exact = new Map(all);
  const members = new Map<string, Value>();
  for (const [key, value] of exact) {
    const name = fold(key);
    if (members.has(name) && JSON.stringify(members.get(name)) !== JSON.stringify(value)) return name;
    members.set(name, value);
  }
  return members;
}

/** The verdict without its explanations. */
const signature = (members: Members): string => JSON.stringify(withoutExplanations(members));
const withoutExplanations = (members: Members): unknown =>
  members
    .filter(([key]) => foldKey(key) !== "explanation")
    .map(([key, value]) => [foldKey(key), isMembers(value) ? withoutExplanations(value.members) : value]);

/** Returns the object itself if it has one of the keys, otherwise the only object within it that does. */
function withKeys(members: Members, keys: readonly string[], fold: Fold, depth: number): Members | undefined {
  if (members.some(([key]) => keys.includes(fold(key)))) return members;
  if (depth === 0) return undefined;
  const inner = members.flatMap(([, value]) => {
    const found = isMembers(value) ? withKeys(value.members, keys, fold, depth - 1) : undefined;
    return found === undefined ? [] : [found];
  });
  return inner.length === 1 ? inner[0] : undefined;
}

export const isMembers = (value: Value): value is { readonly members: Members } =>
  typeof value === "object" && value !== null && "members" in value;

/** Patterns that end at `$` would read each run of white space again from each of its characters. */
const unwrap = (reply: string): string =>
  withoutEnd(
    withoutEnd(reply.trim().replace(/^<rubric_criteria>/, ""), "</rubric_criteria>")
      .trimStart()
      .replace(/^```(?:json)?/i, ""),
    "```",
  ).trim();

const withoutEnd = (text: string, end: string): string =>
  text.endsWith(end) ? text.slice(0, -end.length).trimEnd() : text;

/** The member with which a verdict proves that it is not copied from the answer. */
export const VERDICT_KEY = "verdict_key";

export const verdictKeyOf = ({ members }: OwnVerdict): { verdictKey?: string } => {
  const key = members.get(VERDICT_KEY);
  return typeof key === "string" ? { verdictKey: key } : {};
};

import { type Field, looseObject } from "@medhelm/core/reading/wrappers/loose-json";
import { type Step, stepAt } from "@medhelm/core/reading/reading";
import { endOfFirstLine } from "@medhelm/core/reading/turns/end-of-first-line";
import { separateThinking } from "@medhelm/core/reading/thinking/separate-thinking";
import {
  edit,
  type Edit,
  join,
  replace,
  type ReplyText,
  slice,
  type Span,
  spanOf,
} from "@medhelm/core/reading/text/reply-text";
import { abstains, isNothing } from "./abstention.ts";
import { withoutMarkup } from "./plain-query.ts";
import { type Statement, statements, withoutComments } from "./statements.ts";

/** The queries of a reply in their order, and what is left without them. */
export interface Answers {
  readonly queries: readonly Found[];
  /** The places that hold no query and say so. */
  readonly none: readonly Span[];
  readonly rest: ReplyText;
}
export interface Found {
  readonly query: ReplyText;
  /** The text between the query before it and this one. */
  readonly before: string;
  /** The rest of its line. */
  readonly after: string;
}

const MOST_NESTED = 3;

/** Finds the queries of JSON's fields, else of tags, else of blocks between fences, else of lines, else of sentences. */
export function answersOf(text: ReplyText, steps: Step[], depth: number): Answers | "tool call" {
  const inFields = depth > MOST_NESTED ? undefined : fieldAnswers(text, steps, depth);
  if (inFields !== undefined) return inFields;
  const inTags = depth > MOST_NESTED ? undefined : tagAnswers(text, steps, depth);
  return inTags ?? textAnswers(text, steps);
}

/** The heading with which the prompt begins a question. */
const NEXT_QUESTION = /\n[ \t*#]*(?:Medical )?Question(?: \+ Schema)?[ \t*]*:/gu;

/** Ends a text before the heading of another question. */
export function untilNextQuestion(text: ReplyText, steps: Step[]): ReplyText {
  const lead = endOfFirstLine(text.text);
  const at = [...text.text.matchAll(NEXT_QUESTION)].find(({ index }) => index >= lead)?.index;
  if (at === undefined) return text;
  steps.push(stepAt("cut at a turn", text, at));
  return slice(text, 0, at);
}

/** The text of a field or a tag, which may have thinking and another question of its own. */
function innerText(value: ReplyText, steps: Step[]): ReplyText {
  const said = separateThinking(value);
  steps.push(...said.steps);
  return untilNextQuestion(withoutMarkup(said.text ?? slice(value, 0, 0)), steps);
}

const QUERY_KEY =
  /^(?:final|predicted|generated|sqlite|the|your|my|best|correct)*(?:sql|query|sqlquery|querysql|sqlcode|sqlstatement|sqlitequery|statement)$/;
const ANSWER_KEY = /^(?:final|the|your|my)*(?:answer|response|output|result|code|reply|solution)$/;
const ANSWERABLE_KEY = /^(?:is)?(?:answerable|possible|canbeanswered)$/;
const IMPOSSIBLE_KEY = /^(?:is)?(?:impossible|unanswerable)$/;
const CALL_KEY = /^(?:arguments|parameters|args|input)$/;
const MOST_FAILURES = 1000;

function fieldAnswers(text: ReplyText, steps: Step[], depth: number): Answers | "tool call" | undefined {
  let failures = 0;
  const found: Answers[] = [];
  let after = 0;
  for (let at = text.text.indexOf("{"); at !== -1 && failures < MOST_FAILURES; ) {
    const object = looseObject(text, at);
    if (object === undefined) {
      failures++;
      at = text.text.indexOf("{", at + 1);
      continue;
    }
    const { fields, to } = object;
    const keys = new Set(fields.map(({ key }) => key));
    if (
      (keys.has("name") || keys.has("tool") || keys.has("function")) &&
      (fields.some(({ depth: deep }) => deep > 1) || fields.some(({ key }) => CALL_KEY.test(key)))
    ) {
      steps.push(stepAt("left out a tool call", text, at, to));
      return "tool call";
    }
    const inObject = ofFields(fields, steps, depth, text.text.slice(after, at));
    if (inObject !== undefined) found.push(inObject);
    after = to;
    at = text.text.indexOf("{", to);
  }
  return found.length > 1 ? together(found) : found[0];
}

const together = (all: readonly Answers[]): Answers => ({
  queries: all.flatMap(({ queries }) => queries),
  none: all.flatMap(({ none }) => none),
  rest: join(all.map(({ rest }) => rest)),
});

/** The queries of a field or a tag: the text before the field is before the first one. */
const within = (queries: readonly Found[], before: string): Found[] =>
  queries.map((one, i) => (i === 0 ? { ...one, before: before + one.before } : one));

function ofFields(fields: readonly Field[], steps: Step[], depth: number, before: string): Answers | undefined {
  const queryFields = fields.filter(({ key }) => QUERY_KEY.test(key));
  const named = queryFields.length > 0 ? queryFields : fields.filter(({ key }) => ANSWER_KEY.test(key));
  const queries: Found[] = [];
  const none: Span[] = [];
  const rests: ReplyText[] = [];
  for (const { key, value } of named) {
    steps.push({ step: "took a field", at: [spanOf(value)], what: key });
    const inside = answersOf(innerText(value, steps), steps, depth + 1);
    if (inside === "tool call") continue;
    rests.push(inside.rest);
    if (inside.queries.length > 0) queries.push(...within(inside.queries, before));
    else if (inside.none.length > 0 || saysNone(value)) none.push(spanOf(value));
  }
  const denials = fields.filter(({ key, value }) => deniesAnswer(key, value.text.trim().toLowerCase()));
  none.push(...denials.map(({ value }) => spanOf(value)));
  if (named.length === 0 && none.length === 0) return undefined;
  // the query of an object that says it is no answer is only an example
  return { queries: denials.length > 0 ? [] : queries, none, rest: join(rests) };
}

const deniesAnswer = (key: string, said: string): boolean =>
  (ANSWERABLE_KEY.test(key) && /^(?:false|no|0)$/.test(said)) ||
  (IMPOSSIBLE_KEY.test(key) && /^(?:true|yes|1)$/.test(said));

const TAG =
  /<\s{0,3}(sql|sqlite|query|sql_query|sqlquery|answer|final_answer|final_query|final|response|output|code)\s{0,3}>(?:\s{0,9}<\1>)*([^]*?)(?:<\/?\s{0,3}\1\s{0,3}>|$)/dgiu;

function tagAnswers(text: ReplyText, steps: Step[], depth: number): Answers | undefined {
  const queries: Found[] = [];
  const none: Span[] = [];
  const rests: ReplyText[] = [];
  let after = 0;
  let hasTag = false;
  for (const match of text.text.matchAll(TAG)) {
    const [from, to] = match.indices?.[2] ?? [0, 0];
    const inner = slice(text, from, to);
    const inside = answersOf(innerText(inner, steps), steps, depth + 1);
    if (inside === "tool call") continue;
    hasTag = true;
    rests.push(inside.rest);
    const before = text.text.slice(after, match.index);
    if (inside.queries.length > 0) queries.push(...within(inside.queries, before));
    else if (inside.none.length > 0 || saysNone(inner)) none.push(spanOf(inner));
    steps.push({ step: "took a field", at: [spanOf(inner)], what: match[1] ?? "" });
    after = match.index + match[0].length;
  }
  return hasTag ? { queries, none, rest: join([replace(text, TAG, "\n"), ...rests]) } : undefined;
}

const saysNone = (text: ReplyText): boolean => isNothing(text.text) || abstains(text.text);

const FENCE = /^[ \t]*(?:> ?)?(?:```+|~~~+)[ \t]*([\w+#.-]{0,30})[^\n`]*$|```+(\w{0,12})/gm;
const PROGRAM = new Set(
  "python py python3 javascript js typescript ts java c cpp c++ csharp c# r julia bash sh shell zsh powershell ruby go rust php perl scala kotlin console".split(
    " ",
  ),
);

/** A block between fences, or the text between blocks. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly kind: "text" | "block" | "program";
}

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  let open: "block" | "program" | undefined;
  for (const fence of text.matchAll(FENCE)) {
    parts.push({ from, to: fence.index, kind: open ?? "text" });
    const language = (fence[1] ?? fence[2] ?? "").toLowerCase();
    const isStatement = /^(?:select|with)$/.test(language);
    from = isStatement ? fence.index + fence[0].length - language.length : fence.index + fence[0].length;
    open = open === undefined ? (PROGRAM.has(language) ? "program" : "block") : undefined;
  }
  parts.push({ from, to: text.length, kind: open ?? "text" });
  return parts;
}

/** Whether a block begins with a sentence that quotes a query. */
function isProse(text: ReplyText, { from, to, kind }: Part): boolean {
  const [first] = kind === "block" ? statements(slice(text, from, to)) : [];
  return first?.isOwnLine === false;
}

function textAnswers(text: ReplyText, steps: Step[]): Answers {
  const parts = partsOf(text.text).map((part) => (isProse(text, part) ? { ...part, kind: "text" as const } : part));
  const ofKind = (kind: Part["kind"]) =>
    parts.filter((part) => part.kind === kind).map((part) => ({ ...part, text: slice(text, part.from, part.to) }));
  const found = (kind: Part["kind"], isTaken: (statement: Statement) => boolean) =>
    ofKind(kind).flatMap(({ from, text: part }) =>
      statements(part)
        .filter(isTaken)
        .map((statement) => ({ ...statement, from: statement.from + from, to: statement.to + from })),
    );
  const none = ofKind("block").flatMap(({ text: block }) => (saysNothing(block) ? [spanOf(block)] : []));
  const edits: Edit[] = parts.flatMap(({ from, to, kind }) => (kind === "text" ? [] : [{ from, to, by: "\n" }]));
  const rest = replace(edit(text, edits), /```+\w*|~~~+/g, "\n");
  const blocks = found("block", () => true);
  const inText = found("text", () => true);
  const lines = inText.filter(({ isOwnLine }) => isOwnLine);
  const candidates =
    blocks.length > 0
      ? [...blocks, ...lines.filter(({ isEnded }) => isEnded)]
      : inText.filter(({ isOwnLine, isEnded }) => isOwnLine || isEnded || lines.length === 0);
  // a program that nobody ran gives a query only if the reply has no other
  const chosen = candidates.length > 0 || none.length > 0 ? candidates : found("program", () => true);
  for (const { from, to, kind } of parts)
    if (kind === "program" && !chosen.some((one) => one.from >= from && one.to <= to))
      steps.push(stepAt("left out code", text, from, to));
  return { queries: withBefore(text.text, chosen), none, rest };
}

/** Whether a block is empty, null, or a comment that says that there is no query. */
function saysNothing(block: ReplyText): boolean {
  const code = withoutComments(block).text;
  if (code.trim() === "" && block.text.trim() !== "") return abstains(commentOf(block.text));
  return saysNone(block) && statements(block).length === 0;
}

export const commentOf = (text: string): string => text.replace(/^[ \t]*--+|\/\*+|\*+\//gm, " ").trim();

function withBefore(text: string, found: readonly Statement[]): Found[] {
  const ordered = found.toSorted((a, b) => a.from - b.from);
  let after = 0;
  return ordered.map(({ from, to, query }) => {
    const before = text.slice(after, from);
    after = to;
    const [behind = ""] = text.slice(to, to + 400).split("\n", 1);
    return { query, before, after: behind };
  });
}

import { lazyPattern } from "@medhelm/core/text/lazy-pattern";
import { taggedCalls } from "@medhelm/core/reading/wrappers/tools/tagged-calls";
import { ownWords } from "@medhelm/core/reading/prepare";
import { read, type Reading, type Step, stepAt, unread } from "@medhelm/core/reading/reading";
import { type ReplyText, replyText, type Span, spanOf, trim } from "@medhelm/core/reading/text/reply-text";
import { withoutExamples } from "@medhelm/core/reading/turns/without-examples";
import { unwrap } from "@medhelm/core/reading/wrappers/unwrap";
import { jsonOrUndefined } from "@medhelm/core/text/json-or-undefined";
import { abstains, isNothing, saysCannot, saysLacking } from "./abstention.ts";
import { chooseOne, withoutOffers } from "./choose-query.ts";
import { areRejected, withoutWrong } from "./rejected-queries.ts";
import { plain } from "./plain-query.ts";
import { answersOf, type Answers, commentOf, type Found, untilNextQuestion } from "./query-answers.ts";
import { withoutComments } from "./statements.ts";

/** The query that a reply gives, or its abstention. */
export type QueryOrNone = { readonly query: string } | { readonly abstains: true };

/**
 * Reads the query of a reply, or that the reply abstains, in words too; a reply with neither is unread (docs/scoring.md, "EHRSQL").
 * Needs time that is linear in the reply.
 */
export function readQuery(reply: string): Reading<QueryOrNone> {
  // thinking within JSON is of one field
  const isJson = jsonOrUndefined(reply) !== undefined;
  const own = isJson ? { kind: "said" as const, text: replyText(reply), whole: undefined, steps: [] } : ownWords(reply);
  if (own.kind === "unanswered") return unread(own.steps, own.last);
  const first = readText(own.text, [...own.steps]);
  return first.kind === "unread" && own.whole !== undefined ? readText(own.whole, [...own.steps]) : first;
}

function readText(said: ReplyText, steps: Step[]): Reading<QueryOrNone> {
  const whole = untilNextQuestion(plain(taggedCalls(said, steps)), steps);
  const text = withoutExamples(whole, steps);
  // an example of the form alone is neither a query nor an abstention
  if (text.text.trim() === "" && whole.text.trim() !== "") return unread(steps, stepAt("found no answer", whole));
  const answers = answersOf(text, steps, 0);
  if (answers === "tool call") return unread(steps, stepAt("found no answer", text));
  return chooseAnswer(text, answers, steps);
}

const isSelect = (query: ReplyText): boolean => /^\(?\s*(?:select|with)/i.test(query.text);
function chooseAnswer(text: ReplyText, answers: Answers, steps: Step[]): Reading<QueryOrNone> {
  const { rest, none } = answers;
  const selects = answers.queries.filter(({ query }) => isSelect(query));
  const queries = selects.length > 0 ? selects : answers.queries;
  if (queries.length > 0)
    steps.push({ step: "found an answer", at: queries.slice(0, 20).map(({ query }) => spanOf(query)) });
  const [last] = queries.slice(-1);
  if (last !== undefined && areRejected(queries, text.text, rest.text)) {
    steps.push({ step: "left out a denial", at: queries.map(({ query }) => spanOf(query)) });
    return read(steps, { abstains: true }, [spanOf(text)], "abstention");
  }
  if (last === undefined) return withoutQuery(text, none, rest, steps);
  if (/^(?:create|alter)\s/i.test(last.query.text)) return unread(steps, stepAt("left out a question", last.query));
  if (
    !queries.some(isGiven) ||
    queries.every(isCounterfactual) ||
    (queries.some(({ before }) => isHypothetical(before)) && saysLacking(rest.text))
  ) {
    steps.push({ step: "left out a condition", at: queries.map(({ query }) => spanOf(query)) });
    return read(steps, { abstains: true }, [spanOf(rest)], "abstention");
  }
  // a query of no table cannot answer, so that the words do
  if (queries.every(({ query }) => !/(?<!\w)from(?!\w)/i.test(query.text)) && saysCannot(text.text))
    return read(steps, { abstains: true }, [spanOf(text)], "abstention");
  const chosen = chooseOne(withoutOffers(withoutWrong(queries, text.text), steps), text.text, steps);
  if (chosen === undefined)
    return unread(steps, { step: "found alternatives", at: queries.slice(0, 20).map(({ query }) => spanOf(query)) });
  return read(steps, { query: chosen.query.text }, [spanOf(chosen.query)]);
}

const HYPOTHETICAL = lazyPattern(
  String.raw`(?<!\p{L})(?:if (?:there|the|such|it|a|an|one|we|you|this|that|they)(?:\s+[\p{L}_]+){0,8}?\s+(?:were|was|had|existed|did|contained|included)|would be|would look|would have been|hypothetical(?:ly)?|assuming|suppose|closest|approximat\p{L}+|the best (?:i|we|one) can|for (?:example|illustration)|something like|something similar|(?:related|similar|nearest) query)(?!\p{L})`,
  "iu",
);
/** "I could write SELECT ..., but there is no such table" */
const COULD = lazyPattern(
  String.raw`(?<!\p{L})(?:i|we|you|one|someone)(?: (?:could|might|would|can|may)|'d)(?: have)? (?:\p{L}+ ){0,2}?(?:writ|wrot|us|try|tri|run|do|say|said|quer|attempt|think|consider|start|go)\p{L}*(?!\p{L})[^.\n]{0,80}$`,
  "iu",
);
/** "If one existed: SELECT ..." says that the database lacks it. */
const COUNTERFACTUAL =
  /(?<!\p{L})if (?:one|it|they|such|there|the|an?|this|that)(?:\s+[\p{L}_]+){0,6}?\s+(?:existed|were (?:available|present|recorded|stored|in the (?:schema|database)))[^.\n]{0,80}\s*(?:```+\w*\s*)?$/iu;
const isCounterfactual = ({ before }: Found): boolean => COUNTERFACTUAL.test(before.slice(-300));
const isGiven = ({ before, after }: Found): boolean => !(COULD.test(before.slice(-120)) && saysLacking(after));
const isHypothetical = (before: string): boolean => HYPOTHETICAL.test(before.slice(-300));

function withoutQuery(text: ReplyText, none: readonly Span[], rest: ReplyText, steps: Step[]): Reading<QueryOrNone> {
  // nothing in place of a call to a tool does not abstain
  const isCall = steps.some(({ step }) => step === "left out a tool call");
  if (isCall && !abstains(text.text)) return unread(steps, stepAt("found no answer", text));
  if (none.length > 0) return read(steps, { abstains: true }, none.slice(0, 20), "abstention");
  // what fields, tags and blocks hold is no query here, and does not abstain
  const isEmpty = rest.text.trim() === "" && /[\p{L}\p{N}]/u.test(text.text);
  const words = trim(unwrap(rest, NO_NAMES).text);
  const comment = withoutComments(trim(rest)).text === "" ? commentOf(rest.text.trim()) : words.text;
  if (!isEmpty && (isNothing(words.text) || abstains(comment)))
    return read(steps, { abstains: true }, [spanOf(trim(rest))], "abstention");
  return unread(steps, stepAt("found no answer", text));
}

const NO_NAMES = { answers: new Set<string>() };

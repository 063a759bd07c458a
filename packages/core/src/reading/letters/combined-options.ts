import type { Options, Token } from "./letter-tokens.ts";

/** An option that is several others together, or excludes them. */
interface Combined {
  readonly value: string;
  readonly members: ReadonlySet<string>;
  readonly isNone: boolean;
}

const LETTERS = /^(?:both |all of |neither )?(?:options? )?[a-j](?:(?:,|,? (?:and|&|\+|nor)) ?[a-j])+$/;
const ALL =
  /^(?:all|both)(?: (?:of )?(?:the )?(?:above|these|them|options|choices|answers|preceding|foregoing))(?: \p{L}+){0,2}$/u;

/** Finds the options such as "Both A and B", "Neither A nor B" and "All of the above". `plain`: the text of an option in small letters. */
export function combinedOf(options: Options, plain: (option: string) => string): readonly Combined[] {
  const values = Object.keys(options);
  return Object.entries(options).flatMap(([value, option], index) => {
    const text = plain(option);
    const named = [...text.matchAll(/(?<!\p{L})[a-j](?!\p{L})/gu)].map(([letter]) => letter.toUpperCase());
    const members = ALL.test(text) ? values.slice(0, index) : LETTERS.test(text) ? named : [];
    const isKnown = members.length > 1 && members.every((one) => one !== value && Object.hasOwn(options, one));
    return isKnown ? [{ value, members: new Set(members), isNone: text.startsWith("neither ") }] : [];
  });
}

const AND =
  /^["')\]*.]*(?:,\s?|,?\s?(?:and|&|\+|plus|as well as|together with|with|nor|und|et|y)\s)(?:(?:the|an?|option|choice)\s)*["'([*]*$/iu;
const LAST_AND = /and|&|\+|plus|as well as|with|nor|und|et|y/iu;
/** A letter and the text of its option. */
const SAME = /^["')\]*]{0,3}\s?[.:)(–-]?\s?["'([*]{0,3}$/u;
const BOTH_BEFORE = /(?<!\p{L})(?:both|all(?: of| three| four)?)\s["'([*]*$/iu;
const NEITHER_BEFORE = /(?<!\p{L})neither\s["'([*]*$/iu;
const OPEN_BEFORE = /(?<!\p{L})(?:between|either|versus|vs\.?|than|neither|not|nor)\s["'([*]*$/iu;
const LONGEST = 40;
/** Letters and texts of at most ten options */
const MOST = 20;

/**
 * Joins the members of a combined option into one token. "lisinopril and amlodipine" is the option "Both A and B" in a reply that also names this
 * option. Alone, they are several answers.
 */
export function withCombined(text: string, tokens: readonly Token[], combined: readonly Combined[]): readonly Token[] {
  const named = combined.filter(({ value }) => tokens.some((token) => token.value === value));
  if (named.length === 0) return tokens;
  const made: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const found = rowAt(text, tokens, i, named);
    const token = found?.token ?? tokens[i];
    if (token !== undefined) made.push(token);
    i += (found?.count ?? 1) - 1;
  }
  return made;
}

/** Members in a row, from the first token on. */
interface Row {
  readonly values: ReadonlySet<string>;
  readonly count: number;
  readonly to: number;
  /** The words before its last member. */
  readonly joint: string;
}

interface Found {
  readonly token: Token;
  readonly count: number;
}

function rowAt(text: string, tokens: readonly Token[], at: number, combined: readonly Combined[]): Found | undefined {
  const from = tokens[at]?.from ?? 0;
  const before = text.slice(Math.max(0, from - 30), from);
  const isNone = NEITHER_BEFORE.test(before);
  if (!isNone && OPEN_BEFORE.test(before)) return undefined;
  const { values, count, to, joint } = rowOf(text, tokens, at);
  const one = LAST_AND.test(joint)
    ? combined.find((option) => option.isNone === isNone && isOf(option, values))
    : undefined;
  if (one === undefined) return undefined;
  const start = from - ((isNone ? NEITHER_BEFORE : BOTH_BEFORE).exec(before)?.[0].length ?? 0);
  return { token: { kind: "text", value: one.value, from: start, to, isExplicit: true }, count };
}

const isOf = ({ members }: Combined, values: ReadonlySet<string>): boolean =>
  members.size === values.size && [...members].every((value) => values.has(value));

function rowOf(text: string, tokens: readonly Token[], at: number): Row {
  const values = new Set<string>();
  let joint = "";
  let last: Token | undefined;
  let count = 0;
  for (const token of tokens.slice(at, at + MOST)) {
    const words = last === undefined ? "" : text.slice(last.to, Math.min(token.from, last.to + LONGEST));
    const isAgain = token.value === last?.value && SAME.test(words);
    const isNext = last === undefined || (!values.has(token.value) && AND.test(words));
    if (!isAgain && !isNext) break;
    if (!isAgain) joint = words;
    values.add(token.value);
    last = token;
    count++;
  }
  return { values, count, to: last?.to ?? 0, joint };
}

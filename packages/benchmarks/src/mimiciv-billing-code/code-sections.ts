import { lazyPattern } from "@medhelm/core/text/lazy-pattern";
import type { StepName } from "@medhelm/core/reading/reading";
import type { ReplyText } from "@medhelm/core/reading/text/reply-text";
import { type Sentence, sentences } from "@medhelm/core/reading/text/sentences";
import { hasCode } from "./code-forms.ts";
import { type Line, linesOf } from "./lines.ts";
import { isOtherSystem } from "./code-systems.ts";

/** The step by which a heading, a label or a column leaves out the codes in its reach, or whether these only explain. */
export type Reach =
  | Extract<StepName, "left out another system" | "left out a denial" | "left out a question">
  | "explains";

/** A sentence with the reach of the headings, labels and marks above and before it. */
export interface Reached extends Sentence {
  readonly reach: Reach | undefined;
  /** In a table: the reach of each cell by its number. */
  readonly cells?: readonly (Reach | undefined)[];
  /** Where the first cell of its line begins. */
  readonly lineStart: number;
}

const NOT_CODED =
  "(?:not|never)\\s(?:\\p{L}+ly\\s|be\\s|been\\s|to\\s(?:be\\s)?){0,2}(?:code|assign|appl|includ|report|support|use|bill|select|list|requir|warrant|meet|met|captur|add|count|document)\\p{L}*";
const DENIED_LABEL = lazyPattern(
  `(?<!\\p{L})(?:exclu(?:d|s)\\p{L}*|reject\\p{L}*|rul(?:e|es|ed|ing)[- ]?out|r/o|omit\\p{L}*|${NOT_CODED}|(?:also |initially |codes? |diagnos[ei]s |alternatives? )?considered|avoid\\p{L}*|unsupported|inapplicable|non-?billable|removed|discarded|dropped|left out|leave out|skipped|negative \\p{L}+|incorrect|wrong|do(?:es)? not|don't)(?!\\p{L})`,
  "iu",
);
/** The same in French, Spanish, Portuguese, German and Chinese. */
const DENIED_ABROAD = lazyPattern(
  String.raw`(?<!\p{L})(?:non retenu\p{L}*|exclu[se]?s?|écarté\p{L}*|excluid[oa]s?|descartad[oa]s?|n[oã]o? codificad[oa]s?|ausgeschlossen\p{L}*|nicht (?:kodiert|verschlüsselt))(?!\p{L})|排除|不编码`,
  "iu",
);
const ASKED_LABEL = lazyPattern(
  String.raw`(?<!\p{L})(?:(?:option|alternative|choice|possibility|scenario)\s(?:\p{L}|\d)$|^(?:possible|potential|conceivable)$|differentials?|candidates?|(?:possible|potential|candidate) (?!to )(?:[\p{L}\d-]+ ){0,2}codes?|codes? to consider|queries|query|questionable|pending (?:review|clarification))(?!\p{L})`,
  "iu",
);
const EXPLAINS_LABEL = lazyPattern(
  String.raw`^(?:[\p{L}']+\s){0,3}(?:reason(?:s|ing)?|rationales?|explanations?|justifications?|evidence|analysis|comments?|notes?|remarks?|disclaimer|documentation|caveats?|discussion|thought process|references?|sources?|bibliography)(?:\s(?:for|of|on|about)\s[^:]*)?$`,
  "iu",
);

/** Returns the reach of a label; undefined: the codes behind it are of the answer. */
export function reachOf(label: string): Reach | undefined {
  const name = label.replace(/^[^\p{L}\p{N}✗❌]+|[\s:：*_)\]]+$/gu, "");
  if (isOtherSystem(name)) return "left out another system";
  if (DENIED_ABROAD.test(name)) return "left out a denial";
  // "considered and coded" lists codes
  if (DENIED_LABEL.test(name) && !/(?:considered|supported) (?:and|&) (?:coded|assigned|included)/i.test(name))
    return "left out a denial";
  if (ASKED_LABEL.test(name)) return "left out a question";
  return EXPLAINS_LABEL.test(name) ? "explains" : undefined;
}

/** A label at the start of a sentence: "Excluded: ", "**CPT codes** - ". */
const LABEL = lazyPattern(String.raw`^[^\p{L}\p{N}]*(?:\d{1,3}[.)]\s*)?(\p{L}[^:：\n]{0,80}?)\s?[:：](?=\s|$)`, "u");

/** A line that heads others: marked as one, or short, without a code and without the mark of a sentence. */
const isHeading = ({ text, isHeading: isMarked, isItem, isAfterBlank }: Line, isFirst: boolean): boolean =>
  !hasCode(text) &&
  (/[:：]$/u.test(text) ||
    isMarked ||
    (!isItem && (isAfterBlank || isFirst) && text.length < 80 && !LABEL.test(text) && !/[.,;!?)|]$/.test(text)));

/** The edge of a row, perhaps with a label before it: "Answer: | Code | Include? |" */
const ROW_LEAD = /^(?:[^|:\n]{0,30}:)?\s*\|\s?/u;
const isRow = ({ text }: Line): boolean => text.includes(" | ") || /^\S+\|\S+/.test(text);

/** The sentences of a text, each with the reach of what heads it. `reply`: the text before it was prepared. */
export function reached(text: ReplyText, reply: string): Reached[] {
  const byLine = new Map(
    [...Map.groupBy(sentences(text), ({ line }) => line).values()].map((all) => [all[0]?.from, all]),
  );
  return sectioned(linesOf(text, reply)).flatMap(({ line, lead, section, cells }) => {
    let reach = section;
    return (byLine.get(line.from) ?? []).map((sentence): Reached => {
      const isMarked = sentence.isFirst && WRONG_MARK.test(sentence.text);
      reach = reachBehindLabel(sentence, line, reach);
      return {
        ...sentence,
        reach: isMarked ? "left out a denial" : reach,
        lineStart: line.from + lead,
        ...(cells === undefined ? {} : { cells }),
      };
    });
  });
}

/** The name of an item ("Septic shock: R65.21") leaves the reach of the heading above it as it is. */
function reachBehindLabel({ text, isFirst }: Sentence, { isItem }: Line, before: Reach | undefined): Reach | undefined {
  const label = labelOf(text);
  if (label === undefined) return before;
  const reach = reachOf(label);
  return reach === undefined && isItem && isFirst ? before : reach;
}

interface Sectioned {
  readonly line: Line;
  /** The length of what is before the first cell of a row. */
  readonly lead: number;
  readonly section: Reach | undefined;
  readonly cells: readonly (Reach | undefined)[] | undefined;
}

/** The lines of a text, each with the reach of the heading above it, and in a table that of its cells. */
function sectioned(lines: readonly Line[]): Sectioned[] {
  let section: Reach | undefined;
  let columns: readonly Column[] = [];
  let before: Line | undefined;
  return lines.map((line, i) => {
    const lead = isRow(line) ? (ROW_LEAD.exec(line.text)?.[0].length ?? 0) : 0;
    const row = isRow(line) ? line.text.slice(lead).split("|") : undefined;
    const isHead = row === undefined && isHeading(line, i === 0);
    if (isHead) section = reachOf(line.text);
    else if (row === undefined && before !== undefined && endsSection(line, before)) section = undefined;
    if (row === undefined) columns = [];
    else if (!hasCode(line.text) && /\p{L}/u.test(line.text)) columns = row.map((cell) => columnOf(cell));
    before = isHead ? undefined : line;
    return { line, lead, section, cells: row === undefined ? undefined : rowReach(row, columns) };
  });
}

/** A list ends at a line that is no item of it, and at an empty line before text. `before`: the line of the list before it. */
function endsSection(line: Line, before: Line): boolean {
  if (line.isItem) return false;
  return before.isItem || (line.isAfterBlank && hasCode(before.text)) || isPlainLabel(line.text);
}

/** "Coded: J18.9" */
function isPlainLabel(text: string): boolean {
  const label = labelOf(text);
  return label !== undefined && reachOf(label) === undefined;
}

function labelOf(text: string): string | undefined {
  const [all, label] = LABEL.exec(text) ?? [];
  if (all === undefined || label === undefined || hasCode(label)) return undefined;
  // "Answer: Option A: I21.4"
  return (ANSWER_LABEL.test(label) ? labelOf(text.slice(all.length)) : undefined) ?? label;
}
const ANSWER_LABEL = /^(?:(?:the|my|final)\s){0,2}(?:answer|response|output|result)$/iu;

const WRONG_MARK = /^[^\p{L}\p{N}]*[✗✘❌☒✖🚫]/u;
const DENIED_CELL =
  /^\s*(?:[✗✘❌☒✖🚫]|(?:excluded|rejected|ruled out|not (?:coded|assigned|included|reported|supported|applicable|billable|used)|omitted|removed|do not code)(?:\s?[(:–—-].*)?)\s*$/iu;

/** The head of a column that says whether a code is assigned; "present on admission" is none. */
const STATUS_COLUMN =
  /^\s*(?:is\s)?(?:cod(?:ed|able)|assign|includ|report|appl|final|accept|us(?:ed|e)|decision|keep|select|support)\p{L}*\s?(?:code)?\s?\??\s*$/iu;
const NO_CELL = /^\s*(?:no|n|false|0|exclude)(?!\p{L}).{0,60}$/iu;

interface Column {
  readonly reach: Reach | undefined;
  readonly isStatus: boolean;
}

const columnOf = (head: string): Column => ({ reach: reachOf(head), isStatus: STATUS_COLUMN.test(head) });

/** The reach of each cell of a row: of its column, or of a cell that denies the row. */
function rowReach(cells: readonly string[], columns: readonly Column[]): readonly (Reach | undefined)[] {
  const isDenied = cells.some(
    (cell, i) => DENIED_CELL.test(cell) || (columns[i]?.isStatus === true && NO_CELL.test(cell)),
  );
  return cells.map((_, i) => (isDenied ? "left out a denial" : columns[i]?.reach));
}

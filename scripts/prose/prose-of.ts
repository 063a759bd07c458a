import { parseSync, Visitor } from "oxc-parser";

/** Stands for a character that is not prose; no phrase matches across it. */
const BLANK = "\0";
/** Fewer words than these are a name, a key or a path. */
const MIN_WORDS_IN_LITERAL = 3;

type Span = readonly [start: number, end: number];

/**
 * The prose of a file as a text of the same length. All other characters except white space are replaced by blanks, so an offset in the result is an
 * offset in the file. `literals` false: only the comments of a source file.
 * @throws Error when a source file has a syntax error
 */
export function proseOf(path: string, text: string, literals = true): string {
  if (/\.[cm]?[jt]sx?$/.test(path)) return keepSpans(text, sourceSpans(path, text, literals));
  if (/\.(?:md|astro)$/.test(path)) return withoutCode(text);
  return keepSpans(text, hashComments(text));
}

function sourceSpans(path: string, text: string, literals: boolean): Span[] {
  const { comments, program, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const spans: Span[] = comments.map(({ start, end }) => [start, end]);
  if (!literals) return spans;
  const keep = (content: string, start: number, end: number): void => {
    if (content.trim().split(/\s+/).length >= MIN_WORDS_IN_LITERAL) spans.push([start, end]);
  };
  new Visitor({
    Literal: ({ value, start, end }) => {
      if (typeof value === "string") keep(value, start, end);
    },
    TemplateLiteral: ({ quasis }) => {
      const whole = quasis.map(({ value }) => value.raw).join(" x ");
      for (const { start, end } of quasis) keep(whole, start, end);
    },
  }).visit(program);
  return spans;
}

/** Comments of YAML, HOCON, shell and Docker files: from a "#" after white space, or a "//" at the start, to the end of the line. */
function hashComments(text: string): Span[] {
  return [...text.matchAll(/(?<=^|[ \t])#.*$|(?<=^[ \t]*)\/\/.*$/gm)].map(({ 0: comment, index }) => [
    index,
    index + comment.length,
  ]);
}

/** Blanks out fenced code, inline code, addresses of links and HTML tags. */
function withoutCode(text: string): string {
  return [/^```.*?^```/gms, /`[^`\n]*`/g, /(?<=\]\()[^)\n]*/g, /<[^>]*>/g].reduce(
    (left, code) => left.replaceAll(code, blank),
    text,
  );
}

function keepSpans(text: string, spans: readonly Span[]): string {
  let kept = "";
  let from = 0;
  for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
    kept += blank(text.slice(from, start)) + proseOfSpan(text.slice(start, end));
    from = end;
  }
  return kept + blank(text.slice(from));
}

/** Comment marks become spaces, so that a phrase matches across the lines of a comment. Quotes and names in backticks are blanked out. */
const proseOfSpan = (span: string): string =>
  /^(?:\/\/|\/\*|#)/.test(span)
    ? span
        .replaceAll(/\/\*+|\*+\/|^[ \t]*(?:\*+|\/\/+|#+)/gm, (mark) => " ".repeat(mark.length))
        .replaceAll(/`[^`\n]*`/g, blank)
    : span.replace(/^./s, BLANK).replace(/.$/s, BLANK);

const blank = (code: string): string => code.replaceAll(/\S/g, BLANK);

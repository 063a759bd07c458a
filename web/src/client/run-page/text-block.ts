import { ENDS, FIRST, type FoldSize, foldEnd, NEXT, tailStart, WHOLE } from "../../run/fold.ts";
import { visiblePieces } from "@medhelm/core/release/pages/visible-text";
import { formatCount } from "../../text/format.ts";
import { element } from "../element.ts";

type Span = readonly [start: number, end: number];

/** Text of a model, a data set or a judge. Its direction is isolated, hidden characters are marks, and a long text is folded. */
export const textBlock = (text: string, marked: readonly Span[] = []): HTMLElement => folded(text, marked, FIRST);

/** The same for a prompt: its end stays in view, because it often has the question. */
export function promptBlock(text: string): HTMLElement {
  return folded(text, [], ENDS.head, tailStart(text, ENDS.tail));
}

/** @param tail the place from which the text is shown too */
function folded(text: string, marked: readonly Span[], first: FoldSize, tail = text.length): HTMLElement {
  if (text.trim() === "") return element("p", { class: "none" }, text === "" ? "(empty)" : "(only white space)");
  const pre = element("pre", { dir: "auto" });
  let shown = 0;
  const grow = (size: FoldSize) => {
    const end = Math.min(tail, foldEnd(text, shown, size));
    pre.append(...piecesWithMarks(text, [shown, end], marked));
    shown = end;
  };
  const isWhole = foldEnd(text, 0, WHOLE) === text.length;
  if (isWhole) {
    pre.append(...piecesWithMarks(text, [0, text.length], marked));
    return pre;
  }
  grow(first);
  const note = element("span", {});
  const button = element("button", { type: "button" }, "Show more");
  const more = element("p", { class: "more-text" }, note, button);
  const end = tail === text.length ? undefined : element("pre", { dir: "auto" }, ...pieces(text.slice(tail)));
  const say = () => {
    note.textContent =
      end === undefined
        ? `${formatCount(shown)} of ${formatCount(text.length)} characters.`
        : `${formatCount(tail - shown)} characters between.`;
    more.hidden = shown === tail;
  };
  button.addEventListener("click", () => {
    grow(NEXT);
    say();
  });
  say();
  return element("div", {}, pre, more, end);
}

/** The text between two places, with the marked stretches in <mark>. */
function piecesWithMarks(text: string, [from, to]: Span, marked: readonly Span[]): Node[] {
  const inside = marked
    .map(([start, end]): Span => [Math.max(start, from), Math.min(end, to)])
    .filter(([start, end]) => start < end)
    .toSorted(([a], [b]) => a - b);
  const nodes: Node[] = [];
  let at = from;
  for (const [start, end] of inside) {
    if (start < at) continue;
    nodes.push(...pieces(text.slice(at, start)), element("mark", {}, ...pieces(text.slice(start, end))));
    at = end;
  }
  return [...nodes, ...pieces(text.slice(at, to))];
}

const pieces = (text: string): Node[] =>
  visiblePieces(text).map((piece) =>
    piece.isMark ? element("span", { class: "hidden-character" }, piece.text) : document.createTextNode(piece.text),
  );

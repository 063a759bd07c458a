import { FIRST, type FoldSize, foldEnd, NEXT } from "../run/fold.ts";
import { visiblePieces } from "../run/visible.ts";
import { formatCount } from "../text/format.ts";
import { element } from "./element.ts";

type Span = readonly [start: number, end: number];

/** Text of a model, a data set or a judge. Its direction is isolated, hidden characters are marks, and a long text is folded. */
export function textBlock(text: string, marked: readonly Span[] = [], first: FoldSize = FIRST): HTMLElement {
  if (text.trim() === "") return element("p", { class: "none" }, text === "" ? "(empty)" : "(only white space)");
  const pre = element("pre", { dir: "auto" });
  let shown = 0;
  const grow = (size: FoldSize) => {
    const end = foldEnd(text, shown, size);
    pre.append(...piecesWithMarks(text, [shown, end], marked));
    shown = end;
  };
  grow(first);
  if (shown === text.length) return pre;
  const note = element("span", {});
  const button = element("button", { type: "button" }, "Show more");
  const more = element("p", { class: "more-text" }, note, button);
  const say = () => {
    note.textContent = `${formatCount(shown)} of ${formatCount(text.length)} characters.`;
    more.hidden = shown === text.length;
  };
  button.addEventListener("click", () => {
    grow(NEXT);
    say();
  });
  say();
  return element("div", {}, pre, more);
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

import { escape } from "../text/html.ts";

/** The picture of the methods page: one dot and its two lines, large, measured out like a workshop drawing. */
export function explainInterval(options: { id: string; title: string; desc: string }): string {
  const { id, title, desc } = options;
  return (
    `<svg class="explain" viewBox="0 0 340 262" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${escape(title)}</title><desc id="${id}-d">${escape(desc)}</desc>` +
    say(18, "Dot: the score", "mean over the benchmarks that were run") +
    `<path class="leader" d="M170 46v30M128 112v9h84v-9M20 184v9h300v-9"/><path class="leader faint" d="M20 98v84M320 98v84"/>` +
    `<line class="out" x1="20" x2="320" y1="92" y2="92"/><line class="in" x1="128" x2="212" y1="92" y2="92"/><circle class="dot" cx="170" cy="92" r="7"/>` +
    say(142, "Thick: the same benchmarks,", "had we asked new questions") +
    say(216, "Thin: other benchmarks", "of the same kinds as well") +
    `</svg>`
  );
}

function say(y: number, first: string, second: string): string {
  return `<text class="say" text-anchor="middle"><tspan class="strong" x="170" y="${y}">${escape(first)}</tspan><tspan x="170" y="${y + 17}">${escape(second)}</tspan></text>`;
}

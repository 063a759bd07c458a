import { escape } from "../text/html.ts";
import { at } from "./scale.ts";

export type JudgeScore = { judge: string; letter: string; score: number | null };
export type JudgePanelOptions = { id: string; title: string; desc: string; criteria: string[] };

const AXIS = { from: 1, to: 5, ticks: [1, 2, 3, 4, 5], label: String };

/**
 * One line per criterion, 1 to 5, each judge a lettered disc; equal scores stand side by side. The wider the span, the
 * heavier the line between the lowest and the highest: disagreement is seen before it is read.
 */
export function judgePanel(data: readonly JudgeScore[][], options: JudgePanelOptions): string {
  const { id, title, desc, criteria } = options;
  const step = 44;
  const height = 22 + criteria.length * step;
  const rows = criteria.map((criterion, i) => {
    const y = 22 + i * step + step / 2 + 4;
    const scores = data[i] ?? [];
    const known = scores.flatMap(({ score }) => (score === null ? [] : [score]));
    const [low, high] = [Math.min(...known), Math.max(...known)];
    const span =
      known.length > 1 && high > low
        ? `<line class="span${high - low >= 2 ? " far" : ""}" x1="${at(AXIS, low)}%" x2="${at(AXIS, high)}%" y1="${y}" y2="${y}"/>`
        : "";
    const discs = scores.map((own) => {
      const { score, letter } = own;
      if (score === null) return "";
      const same = scores.filter((other) => other.score === score);
      const shift = (same.indexOf(own) - (same.length - 1) / 2) * 21;
      return `<svg x="${at(AXIS, score)}%" y="${y}" overflow="visible"><circle class="disc" cx="${shift}" r="10"/><text class="letter" x="${shift}" y="4" text-anchor="middle">${escape(letter)}</text></svg>`;
    });
    const missing = scores.filter(({ score }) => score === null).map(({ letter }) => letter);
    const note =
      missing.length > 0
        ? `<text class="miss" x="100%" y="${y - 16}" text-anchor="end">${escape(missing.join(", "))} unscored</text>`
        : "";
    return `<text class="crit" y="${y - 16}">${escape(criterion)}</text>${note}<line class="track" x2="100%" y1="${y}" y2="${y}"/>${AXIS.ticks.map((tick) => `<line class="tick" x1="${at(AXIS, tick)}%" x2="${at(AXIS, tick)}%" y1="${y - 3}" y2="${y + 3}"/>`).join("")}${span}${discs.join("")}`;
  });
  const numbers = AXIS.ticks
    .map((tick) => `<text x="${at(AXIS, tick)}%" y="10" text-anchor="middle">${tick}</text>`)
    .join("");
  return `<svg class="jury" height="${height}" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${escape(title)}</title><desc id="${id}-d">${escape(desc)}</desc>${numbers}${rows.join("")}</svg>`;
}

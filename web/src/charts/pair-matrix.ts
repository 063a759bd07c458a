import { escape } from "../text/html.ts";

export type Pair = { verdict: "up" | "down" | "even"; href?: string | undefined };

const SIGN = { up: "+", down: "−", even: "=" } as const;
const WORDS = { up: "better", down: "worse", even: "cannot tell" } as const;

/** Models x models: the model of the row is better or worse than that of the column, or the tests do not distinguish them. A table, like the heat map. */
export function pairMatrix(
  data: { models: { name: string; short: string }[]; pairs: (Pair | null)[][] },
  options: { caption: string },
): string {
  const head = data.models.map(({ short }) => `<th scope="col"><span>${escape(short)}</span></th>`).join("");
  const rows = data.models.map(({ name }, i) => {
    const cells = (data.pairs[i] ?? []).map((pair) => {
      if (!pair) return `<td class="self"><i class="unseen">itself</i></td>`;
      const inside = `${SIGN[pair.verdict]}<i class="unseen"> ${WORDS[pair.verdict]}</i>`;
      return `<td class="${pair.verdict}">${pair.href ? `<a href="${escape(pair.href)}">${inside}</a>` : inside}</td>`;
    });
    return `<tr><th scope="row">${escape(name)}</th>${cells.join("")}</tr>`;
  });
  return `<table class="pairs"><caption>${escape(options.caption)}</caption><thead><tr><td></td>${head}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

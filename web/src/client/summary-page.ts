import { UNKNOWN } from "../text/format.ts";
import { columnDecimals, fixed, money, range, ranks } from "../text/numbers.ts";

interface Span {
  readonly low: number;
  readonly high: number;
}

/** The fields of a model's summary.json that the comparison shows. */
interface Other {
  readonly model: { readonly displayName: string };
  readonly result: {
    readonly score?: number | undefined;
    readonly interval?: Span | undefined;
    readonly rankSet?: readonly [number, number] | undefined;
    readonly costUsd?: number | undefined;
    readonly costUsdPerThousandAnswers?: number | undefined;
  };
  readonly kindsOfWork: readonly {
    readonly group: string;
    readonly score: number;
    readonly interval?: Span | undefined;
  }[];
}

/**
 * The cells of a compared model. They are its line on page 2 with the given number of decimals, and its scores on page 1 in the order of the groups.
 */
export function comparedCells({ model, result, kindsOfWork }: Other, groups: readonly string[], digits: number) {
  const { interval, rankSet, costUsd, costUsdPerThousandAnswers: perThousand } = result;
  const value = result.score === undefined ? UNKNOWN : fixed(result.score, digits);
  const ofKinds = columnDecimals(kindsOfWork.map((part) => part.interval));
  return {
    line: [
      model.displayName,
      interval === undefined ? value : `${value} (${range(interval, digits)})`,
      rankSet === undefined ? UNKNOWN : ranks(rankSet),
      costUsd === undefined || perThousand === undefined
        ? UNKNOWN
        : `${money(costUsd)}, ${money(perThousand)} per 1,000 answers`,
    ],
    scores: groups.map((name) => {
      const part = kindsOfWork.find(({ group }) => group === name);
      return part === undefined ? UNKNOWN : fixed(part.score, ofKinds);
    }),
  };
}

/** "0.84 (0.81 to 0.87)" -> 2 */
export const decimalsIn = (text: string): number => /^\d+\.(\d+)/u.exec(text)?.[1]?.length ?? 0;

const setText = (element: Element | null | undefined, text: string): void => {
  if (element) element.textContent = text;
};

const known = (select: HTMLSelectElement, slug: string): boolean =>
  [...select.options].some(({ value }) => value === slug);

/** Replaces the compared models by those of the address (?with=a,b) and of the two selects. */
export function startSummaryPage(): void {
  const form = document.querySelector("#compare-with");
  const holder = document.querySelector<HTMLElement>("#sheet-table");
  if (form === null) return;
  const selects = [...form.querySelectorAll("select")];
  const groups = (holder?.dataset["groups"] ?? "").split(" ").filter((name) => name !== "");
  const digits = decimalsIn(document.querySelector("#sheet-models tbody td")?.textContent ?? "");
  const status = document.querySelector("#compare-status");
  const asked = new URL(location.href).searchParams.get("with")?.split(",") ?? [];

  async function show(place: number, slug: string): Promise<void> {
    try {
      const reply = await fetch(`../../${encodeURIComponent(slug)}/summary.json`);
      if (!reply.ok) throw new Error(String(reply.status));
      const { line, scores } = comparedCells(await reply.json(), groups, digits);
      const [name = ""] = line;
      const cells = document.querySelectorAll("#sheet-models tbody tr")[place + 1]?.children;
      for (const [index, text] of line.entries()) setText(cells?.[index], text);
      setText(holder?.querySelectorAll("thead th")[place + 3], name);
      const rows = holder?.querySelectorAll("tbody tr:not(.band)") ?? [];
      for (const [index, row] of [...rows].entries()) {
        const cell = row.children[place + 3];
        setText(cell, scores[index] ?? UNKNOWN);
        cell?.setAttribute("data-l", name);
      }
      setText(status, "");
    } catch {
      setText(status, "The other model could not be loaded. Choose it again to retry.");
    }
  }

  for (const [place, select] of selects.entries()) {
    const slug = asked[place];
    if (slug !== undefined && slug !== select.value && known(select, slug)) {
      select.value = slug;
      void show(place, slug);
    }
    select.addEventListener("change", () => {
      const url = new URL(location.href);
      url.searchParams.set("with", selects.map(({ value }) => value).join(","));
      history.replaceState(null, "", url);
      void show(place, select.value);
    });
  }
}

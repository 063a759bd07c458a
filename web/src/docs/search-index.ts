/** The index that the search of the documentation loads. */
export interface SearchIndex {
  /** address and title of each page */
  readonly pages: readonly (readonly [address: string, title: string])[];
  /** A section is a heading with the text below it. */
  readonly sections: readonly (readonly [page: number, anchor: string, heading: string, begin: string])[];
  /** For each word the numbers of its sections: the first, then the steps, in base 36. */
  readonly words: Readonly<Record<string, string>>;
}

export interface SearchedPage {
  readonly address: string;
  readonly title: string;
  /** the HTML of the page's content */
  readonly html: string;
}

/** Characters of a section that a result shows. */
const BEGIN_LENGTH = 110;

/** "Set --max-usd for pubmed_qa" -> ["set", "max", "usd", "for", "pubmed", "qa"] */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

export function searchIndex(pages: readonly SearchedPage[]): SearchIndex {
  const sections: SearchIndex["sections"][number][] = [];
  const found = new Map<string, number[]>();
  pages.forEach(({ title, html }, page) => {
    for (const { anchor, heading, text } of sectionsOf(html, title)) {
      const number = sections.push([page, anchor, heading, beginOf(text)]) - 1;
      for (const word of new Set(wordsOf(`${heading} ${text}`))) found.set(word, [...(found.get(word) ?? []), number]);
    }
  });
  const words = [...found]
    .filter(([word]) => word.length > 1)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([word, numbers]) => [word, steps(numbers)] as const);
  return {
    pages: pages.map(({ address, title }) => [address, title] as const),
    sections,
    words: Object.fromEntries(words),
  };
}

function sectionsOf(html: string, title: string) {
  return html.split(/(?=<h[23] id=)/).flatMap((part) => {
    const [head = "", anchor = "", inner = ""] = /^<h[23] id="([^"]+)">([\s\S]*?)<\/h[23]>/.exec(part) ?? [];
    const text = textOf(part.slice(head.length).replace(/<h1[\s\S]*?<\/h1>/, ""));
    const heading = head === "" ? title : textOf(inner.replace(/<a class="anchor"[\s\S]*$/, ""));
    return text === "" && head === "" ? [] : [{ anchor, heading, text }];
  });
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&", "#39": "'", "#x27": "'" };

/** The text of HTML. Blocks are apart. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<\/?(?:code|a|em|strong|b|i|small)\b[^>]*>/g, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(lt|gt|quot|amp|#39|#x27);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/\s+/g, " ")
    .trim();

const beginOf = (text: string): string =>
  text.length <= BEGIN_LENGTH ? text : `${text.slice(0, BEGIN_LENGTH).replace(/\s+\S*$/, "")} …`;

const steps = (numbers: readonly number[]): string =>
  numbers.map((number, index) => (number - (numbers[index - 1] ?? 0)).toString(36)).join(" ");

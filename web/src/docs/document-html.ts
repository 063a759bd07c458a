import { posix } from "node:path";
import { addressFrom, pageOfDocument } from "./document-page.ts";

export interface LinkTarget {
  readonly title: string;
  /** of the headings */
  readonly ids: ReadonlySet<string>;
}

/** All documents, by their paths in the repository. */
export type LinkTargets = ReadonlyMap<string, LinkTarget>;

const LINK = /<a href="([^"]*)"([^>]*)>([\s\S]*?)<\/a>/g;
const HEADING = /<(h[2-4]) id="([^"]+)">([\s\S]*?)<\/\1>/g;
/** Markdown has no table without a head. */
const EMPTY_HEAD = /<thead>\s*<tr>(?:\s*<th><\/th>)+\s*<\/tr>\s*<\/thead>/g;
const TABLE = /<table>[\s\S]*?<\/table>/g;

/**
 * Makes the HTML of a Markdown document the content of its page. Links between documents become links between pages; one whose text is the file name
 * gets the title. Headings get a link to themselves. Wide tables and code scroll on their own. A link to another file of the repository becomes its
 * path as code. A link to a missing document or heading becomes text, because a fault of a document must not stop the build of a site. A test looks
 * for it.
 */
export function documentHtml(html: string, path: string, targets: LinkTargets): string {
  return html
    .replaceAll(LINK, (_, href: string, rest: string, text: string) => linkHtml({ href, rest, text, path, targets }))
    .replaceAll(HEADING, (_, tag: string, id: string, text: string) => {
      const name = text.replaceAll(/<[^>]*>/g, "");
      return `<${tag} id="${id}">${text} <a class="anchor" href="#${id}" aria-label="Link to ${name.replaceAll('"', "&quot;")}">#</a></${tag}>`;
    })
    .replaceAll(/ style="text-align: ?(right|center|left);?"/g, ' class="$1"') // the policy of the pages forbids styles in HTML
    .replaceAll(EMPTY_HEAD, "")
    .replaceAll("<th></th>", "<td></td>")
    .replaceAll(TABLE, (table) => `<div class="scroll" tabindex="0" role="group" aria-label="Table">${table}</div>`)
    .replaceAll("<pre", '<pre tabindex="0"');
}

interface Link {
  readonly href: string;
  /** other attributes */
  readonly rest: string;
  readonly text: string;
  readonly path: string;
  readonly targets: LinkTargets;
}

function linkHtml({ href, rest, text, path, targets }: Link): string {
  if (/^[a-z]+:/.test(href)) return `<a href="${href}"${rest} rel="noreferrer">${text}</a>`;
  const [file = "", anchor] = href.split("#");
  const target = file === "" ? path : targetOf(posix.join(posix.dirname(path), file), targets);
  const found = targets.get(target);
  if (found === undefined) {
    if (target.startsWith("docs/") && target.endsWith(".md")) return brokenLink(href, text);
    return text.includes("<code>") ? text : `${text} (<code>${target}</code>)`;
  }
  if (anchor !== undefined && !found.ids.has(anchor)) return brokenLink(href, text);
  const page = target === path ? "" : addressFrom(pageOfDocument(path), pageOfDocument(target));
  return `<a href="${page}${anchor === undefined ? "" : `#${anchor}`}"${rest}>${text === href ? found.title : text}</a>`;
}

const brokenLink = (href: string, text: string): string => `<span class="broken-link" title="${href}">${text}</span>`;

/** A link to a folder is one to its README.md. */
function targetOf(file: string, targets: LinkTargets): string {
  const readme = posix.join(file, "README.md");
  return targets.has(readme) ? readme : file.replace(/\/$/, "");
}

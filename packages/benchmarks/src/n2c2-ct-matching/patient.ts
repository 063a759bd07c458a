import { strip } from "@medhelm/core/metrics/python-text";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import type { Element } from "@xmldom/xmldom";
import { withPlainLineEnds } from "../files/line-ends.ts";
import { readText } from "../files/read-json.ts";
import { childElements, elementsNamed, parseXml } from "../files/read-xml.ts";

export interface Note {
  readonly text: string;
  /** The date of its "Record date:" as YYYY-MM-DD. Undefined if it has none. */
  readonly date: string | undefined;
}

export interface Patient {
  readonly notes: readonly Note[];
  /** Maps a criterion to whether the patient meets it. */
  readonly met: ReadonlyMap<string, boolean>;
}

const BETWEEN_NOTES = "*".repeat(100);

/**
 * Reads a patient's file: one text with all notes, separated by lines of a hundred stars, and one tag per criterion.
 * @throws UserError that names a file with another layout
 */
export function readPatient(file: SourceFile): Patient {
  const document = parseXml(file.label, withPlainLineEnds(readText(file)));
  const text = elementsNamed(document, "TEXT").at(-1);
  if (text === undefined)
    throw new UserError(`${file.label}: there is no TEXT element; this is not a file of n2c2 2018 track 1`);
  const notes = leadingText(text)
    // HELM: one pass, so that four empty lines become two line ends
    .replaceAll("\n\n\n", "\n")
    .split(BETWEEN_NOTES)
    .map((note) => strip(note))
    .filter((note) => note !== "");
  const tags = elementsNamed(document, "TAGS").flatMap(childElements);
  return {
    notes: notes.map((note) => ({ text: note, date: /Record date: (\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2})/u.exec(note)?.[1] })),
    // HELM: "Met" is not met
    met: new Map(tags.map((tag) => [tag.tagName, tag.getAttribute("met") === "met"])),
  };
}

/** Returns the text before the first child element, as Python's ElementTree does. */
function leadingText(element: Element): string {
  const nodes = [...element.childNodes];
  const firstChild = nodes.findIndex((node) => node.nodeType === 1);
  return nodes
    .slice(0, firstChild === -1 ? nodes.length : firstChild)
    .filter((node) => node.nodeType === 3 || node.nodeType === 4)
    .map((node) => node.nodeValue ?? "")
    .join("");
}

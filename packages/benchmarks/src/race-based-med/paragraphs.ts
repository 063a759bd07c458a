import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import type { Element } from "@xmldom/xmldom";
import { childElements, parseXml } from "../files/read-xml.ts";
import { readZipEntry } from "../files/read-zip.ts";

/** A paragraph of a Word document's body, outside of tables. */
export interface Paragraph {
  readonly text: string;
  /** True if some of its text has the colour FF0000. */
  readonly isRed: boolean;
}

/** The elements that represent text in a run (python-docx: Run.text). */
const MARKS: Readonly<Record<string, string>> = { "w:tab": "\t", "w:cr": "\n", "w:noBreakHyphen": "-" };

/**
 * Reads the paragraphs of a .docx file as python-docx does. `text` includes the text of links; `isRed` depends on runs only.
 * @throws UserError if the file is not a complete Word document
 */
export function paragraphs(file: SourceFile): Paragraph[] {
  const part = "word/document.xml";
  const xml = new TextDecoder().decode(readZipEntry(file, part));
  const [body] = parseXml(`${file.label}, ${part}`, xml).getElementsByTagName("w:body");
  if (body === undefined)
    throw new UserError(`${file.label}: the document has no body; this is not the file that the benchmark expects`);
  return childrenOf(body, "w:p").map((paragraph) => ({
    text: childElements(paragraph).map(textOfPart).join(""),
    isRed: childrenOf(paragraph, "w:r").some(isRed),
  }));
}

function textOfPart(part: Element): string {
  if (part.tagName === "w:r") return childElements(part).map(textOfRunPart).join("");
  return part.tagName === "w:hyperlink" ? childrenOf(part, "w:r").map(textOfPart).join("") : "";
}

function textOfRunPart(part: Element): string {
  if (part.tagName === "w:t") return part.textContent ?? "";
  if (part.tagName === "w:br") return (part.getAttribute("w:type") ?? "textWrapping") === "textWrapping" ? "\n" : "";
  return MARKS[part.tagName] ?? "";
}

const isRed = (run: Element): boolean =>
  childrenOf(run, "w:rPr").some((properties) =>
    childrenOf(properties, "w:color").some((color) => color.getAttribute("w:val")?.toUpperCase() === "FF0000"),
  );

const childrenOf = (parent: Element, name: string): Element[] =>
  childElements(parent).filter(({ tagName }) => tagName === name);

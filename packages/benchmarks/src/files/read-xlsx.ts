import type { SourceFile } from "@medhelm/core/run/benchmark";
import { shownNames } from "@medhelm/core/text/shown-names";
import { UserError } from "@medhelm/core/user-error";
import type { Element } from "@xmldom/xmldom";
import type { ColumnRow } from "./read-columns.ts";
import { childElements, elementsNamed, parseXml } from "./read-xml.ts";
import { readZipEntry } from "./read-zip.ts";

/**
 * Reads these columns of a workbook's first sheet, below the header. A cell is its text, and a whole number has no fraction.
 * Skips empty rows.
 * @throws UserError that names the file and the missing column
 */
export function readXlsx<const Name extends string>(file: SourceFile, names: readonly Name[]): ColumnRow<Name>[] {
  const rels = relations(file);
  const [sheet] = elementsNamed(part(file, "xl/workbook.xml"), "sheet");
  const path = rels.get(sheet?.getAttribute("r:id") ?? "")?.target;
  if (path === undefined) throw new UserError(`${file.label}: the workbook has no sheet; save it as .xlsx again`);
  const texts = sharedStrings(file, rels);
  const rows = elementsNamed(part(file, path), "row").map((row, i) => ({
    line: Number(row.getAttribute("r") ?? i + 1),
    cells: cellsOf(row, texts),
  }));
  const [header, ...below] = rows;
  const columns = new Map([...(header?.cells ?? [])].map(([letters, name]) => [name, letters]));
  const missing = names.find((name) => !columns.has(name));
  if (missing !== undefined)
    throw new UserError(
      `${file.label}: there is no column "${missing}" in the first sheet; it has ${shownNames([...columns.keys()]) || "no header"}; this is not the file that the benchmark expects`,
    );
  return below
    .filter(({ cells }) => cells.size > 0)
    .map(({ line, cells }) => ({ line, cell: (name) => cells.get(columns.get(name) ?? "") ?? "" }));
}

const part = (file: SourceFile, name: string) =>
  parseXml(`${file.label}, ${name}`, new TextDecoder().decode(readZipEntry(file, name)));

/** Maps a relationship's id to its type and its path in the archive. */
function relations(file: SourceFile) {
  const all = elementsNamed(part(file, "xl/_rels/workbook.xml.rels"), "Relationship");
  return new Map(
    all.map((relation) => {
      const target = relation.getAttribute("Target") ?? "";
      // from the root of the archive, or from the workbook's folder
      const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
      return [relation.getAttribute("Id") ?? "", { type: relation.getAttribute("Type") ?? "", target: path }];
    }),
  );
}

function sharedStrings(file: SourceFile, rels: ReturnType<typeof relations>): readonly string[] {
  const path = [...rels.values()].find(({ type }) => type.endsWith("/sharedStrings"))?.target;
  return path === undefined ? [] : elementsNamed(part(file, path), "si").map(richText);
}

/** Maps column letters to text, for the cells that have text. */
function cellsOf(row: Element, texts: readonly string[]): Map<string, string> {
  const cells = elementsNamed(row, "c").map(
    (cell) => [(cell.getAttribute("r") ?? "").replace(/\d+$/, ""), textOf(cell, texts)] as const,
  );
  return new Map(cells.filter(([, text]) => text !== ""));
}

function textOf(cell: Element, texts: readonly string[]): string {
  const [inline] = elementsNamed(cell, "is");
  if (inline !== undefined) return richText(inline);
  const value = elementsNamed(cell, "v")[0]?.textContent ?? "";
  const type = cell.getAttribute("t") ?? "n";
  if (type === "s") return texts[Number(value)] ?? "";
  // Excel stores 1 and 1.0 as the same number
  return type === "n" && value !== "" ? String(Number(value)) : value;
}

/** Joins the text of all runs, without the phonetic readings of Japanese words. */
const richText = (item: Element): string =>
  childElements(item)
    .flatMap((child) => {
      if (child.localName === "t") return [child.textContent ?? ""];
      return child.localName === "r" ? elementsNamed(child, "t").map((text) => text.textContent ?? "") : [];
    })
    .join("");

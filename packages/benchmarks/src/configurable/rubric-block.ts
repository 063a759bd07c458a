import { parseJson } from "@medhelm/core/text/parse-json";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { jsonFault, positionAt } from "../files/json-fault.ts";

/** The tag before an object, up to the next closing tag. A phrase such as "inside <rubric_criteria>:" is not a block. */
const BLOCK = /<rubric_criteria>\s*(?=\{)/g;
const OPEN = "<rubric_criteria>";
const CLOSE = "</rubric_criteria>";
/** Maps a criterion to its fields, as a list or as an example object. */
const Rubric = z
  .record(
    z.string(),
    z.union([z.array(z.string()), z.record(z.string(), z.unknown()).transform((fields) => Object.keys(fields))]),
  )
  .refine((criteria) => Object.keys(criteria).length > 0);
const HELP = 'write <rubric_criteria>{"accuracy": ["score", "explanation"]}</rubric_criteria>';

interface Block {
  readonly offset: number;
  readonly text: string;
}

/**
 * Returns the criteria of the last <rubric_criteria> block of a judge prompt that is closed and holds JSON.
 * @throws UserError with file, line and column if there is no such block
 */
export function readRubric(label: string, template: string): Record<string, string[]> {
  const blocks = blocksOf(template);
  const last = blocks.at(-1);
  if (last === undefined) {
    const isOpen = new RegExp(BLOCK).test(template);
    throw new UserError(
      `${label}: there is no <rubric_criteria>{...}</rubric_criteria> block${isOpen ? `, because ${CLOSE} is missing` : ""}; ${HELP}`,
    );
  }
  for (const { text } of blocks.toReversed()) {
    const criteria = parsed(text);
    if (criteria !== undefined) return criteria;
  }
  throw new UserError(`${label}, ${faultOf(template, last)}; ${HELP}`);
}

function blocksOf(template: string): Block[] {
  const blocks: Block[] = [];
  let end = 0;
  for (const match of template.matchAll(BLOCK)) {
    const offset = match.index + match[0].length;
    if (end < offset) end = template.indexOf(CLOSE, offset);
    if (end < 0) break;
    const next = template.indexOf(OPEN, offset);
    if (next < 0 || next >= end) blocks.push({ offset, text: template.slice(offset, end).trimEnd() });
  }
  return blocks;
}

function parsed(text: string): Record<string, string[]> | undefined {
  try {
    return Rubric.safeParse(parseJson(text)).data;
  } catch {
    return undefined;
  }
}

function faultOf(template: string, { offset, text }: Block): string {
  const at = (position: number): string => {
    const { line, column } = positionAt(template, offset + position);
    return `line ${line}, column ${column}`;
  };
  try {
    JSON.parse(text);
  } catch {
    return `${at(jsonFault(text))}: the text in <rubric_criteria> is not JSON`;
  }
  return `${at(0)}: the JSON in <rubric_criteria> is not an object of criteria, each with a list of keys or an example object`;
}

import { nearNames } from "@medhelm/core/text/near-names";
import { shownNames } from "@medhelm/core/text/shown-names";
import { UserError } from "@medhelm/core/user-error";
import { imageIn } from "./image-in.ts";
import type { SourceRow } from "./read-source-rows.ts";

/** The columns of a table that make a benchmark. */
export interface TableColumns {
  readonly question: string;
  readonly answer: string;
  /** one column with a list of options, or one column for each; empty: the answer is free text */
  readonly options: readonly string[];
  /** the column with images, or with their paths; absent: the table has none */
  readonly image?: string;
}

export interface GivenColumns {
  readonly question?: string | undefined;
  readonly answer?: string | undefined;
  readonly options?: readonly string[] | undefined;
  readonly image?: string | undefined;
}

/** Names that data sets use, the more certain ones first. */
const QUESTION = ["question", "query", "prompt", "input", "instruction", "problem", "sent1", "stem", "text"];
const ANSWER = [
  "correct_answer",
  "answer_idx",
  "answer_index",
  "cop",
  "label",
  "answer",
  "target",
  "output",
  "final_decision",
  "gold",
  "response",
];
const IMAGE = ["image", "image_path", "image_file", "picture", "photo"];
const OPTIONS = ["options", "choices"];
const OPTION_SETS = [
  ["opa", "opb", "opc", "opd"],
  ["ending0", "ending1", "ending2", "ending3"],
  ["A", "B", "C", "D", "E"],
  ["A", "B", "C", "D"],
  ["option_a", "option_b", "option_c", "option_d"],
  ["correct_answer", "distractor1", "distractor2", "distractor3"],
];

/** Finds the columns by their usual names, where the user gave none. @throws UserError that names the columns of the table */
export function findColumns(label: string, rows: readonly SourceRow[], given: GivenColumns): TableColumns {
  const columns = Object.keys(rows[0] ?? {});
  const there = (name: string, option: string): string => {
    if (columns.includes(name)) return name;
    const near = nearNames(name, columns);
    throw new UserError(
      `--${option} ${name}: ${label} has no such column; ${near.length > 0 ? `did you mean ${near.join(" or ")}?` : `it has ${shownNames(columns)}`}`,
    );
  };
  const find = (option: "question" | "answer", usual: readonly string[]): string => {
    const name = given[option] ?? usual.flatMap((one) => usually(one) ?? [])[0];
    if (name !== undefined) return there(name, option);
    throw new UserError(
      `${label}: no column is named like ${usual.slice(0, 4).join(", ")}; name the one with --${option}: ${columns.join(", ")}`,
    );
  };
  // "Question" is "question"
  const usually = (name: string): string | undefined => columns.find((one) => one.toLowerCase() === name.toLowerCase());
  const all = (set: readonly string[]): readonly string[] => set.flatMap((name) => usually(name) ?? []);
  const options =
    given.options ??
    OPTION_SETS.map(all).find((set, i) => set.length === OPTION_SETS[i]?.length) ??
    all(OPTIONS).slice(0, 1);
  const image = given.image ?? IMAGE.flatMap((name) => usually(name) ?? []).find((name) => rows.some(isPathIn(name)));
  return {
    ...(image === undefined ? {} : { image: there(image, "image") }),
    question: find("question", QUESTION),
    answer: find("answer", ANSWER),
    options: options.map((name) => there(name, "options")),
  };
}

const isPathIn =
  (column: string) =>
  (row: SourceRow): boolean => {
    const image = imageIn(row[column]);
    return image !== undefined && (typeof image !== "string" || PATH.test(image));
  };

const PATH = /\.(?:png|jpe?g|gif|webp)$/i;

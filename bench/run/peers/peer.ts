import { readFileSync } from "node:fs";
import { promptOf } from "../questions.ts";
import type { Case } from "../measure.ts";

/** A case for another program: the same questions, and the same server. */
export interface PeerCase extends Case {
  /** An empty folder for its files. */
  readonly folder: string;
  /** The files of `writeQuestions`. */
  readonly config: string;
  readonly table: string;
  /** The address of the server, as in http://127.0.0.1:8000/50/v1. */
  readonly url: string;
}

/** How to ask the questions of a case with another program. */
export interface Peer {
  readonly name: string;
  /** The path of its program below the folder of the peers. */
  readonly program: string;
  /** Writes its files, and returns its arguments. */
  prepare(one: PeerCase): { readonly args: readonly string[]; readonly env?: Readonly<Record<string, string>> };
}

export interface Question {
  readonly prompt: string;
  readonly gold: string;
}

export const questionsIn = (table: string): Question[] =>
  readFileSync(table, "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((row) => ({ prompt: promptOf(row), gold: row.slice(row.lastIndexOf(",") + 1) }));

export const jsonLines = (questions: readonly Question[]): string =>
  questions.map((one) => `${JSON.stringify(one)}\n`).join("");

import { READERS } from "./readers.ts";
import type { Group, ReplyCase } from "./reply-cases.ts";

/** The replies of some cases, and the reader of profile `corrected` for any text with the facts of a case. */
export interface CaseReader {
  readonly replies: readonly string[];
  /** `at`: the number of the case. */
  read(text: string, at: number): void;
}

export const caseReader = <G extends Group>(group: G, cases: readonly ReplyCase<G>[] = []): CaseReader => ({
  replies: cases.map(({ reply }) => reply),
  read(text, at) {
    const one = cases[at];
    if (one === undefined) throw new Error(`no case of ${group} has the number ${at}`);
    READERS[group].corrected(text, one.context);
  },
});

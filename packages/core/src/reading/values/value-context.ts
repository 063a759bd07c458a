import type { AskedFor } from "../quantities/asked-for.ts";
import type { Sentence } from "../text/sentences.ts";
import type { ValuePlace } from "./value-place.ts";

/** A place of a value with the text around it. */
export interface Context<T> {
  readonly text: string;
  readonly place: ValuePlace<T>;
  readonly sentence: Sentence;
  /** The end of the place before it in its sentence, or the start of the sentence. */
  readonly previous: number;
  /** The start of the place after it. */
  readonly next: number;
  /** The first place of one of the first sentences. */
  readonly isFirst: boolean;
  readonly isAlone: boolean;
  /** In brackets, with text before them. */
  readonly isBeside: boolean;
  /** The strength that an announcement before the sentence gives to a value that leads it. */
  readonly announced: "stated" | "final" | undefined;
  readonly asked: AskedFor;
}

/** A phrase near a value is at most this long. */
export const NEAR = 160;

interface ReaderWords {
  /** what is read, as the subject of a line */
  readonly what: string;
  /** one sentence for the page that shows how an answer was scored */
  readonly sentence: string;
}

/** The readers of profile `corrected`, in words. */
export const READERS = {
  option: {
    what: "The option",
    sentence: "The option to which the reply commits is read, by its letter or by its text.",
  },
  label: { what: "The label", sentence: "The label to which the reply commits is read." },
  number: {
    what: "The value",
    sentence: "The number or date that the reply gives as its result is read.",
  },
  sql: { what: "The query", sentence: "The query is read, or that the reply gives none." },
  icd: { what: "The codes", sentence: "The codes that the reply lists as its answer are read." },
  sentence: {
    what: "The error",
    sentence: "It is read whether the reply reports an error, and in which sentence.",
  },
  rating: { what: "The rating", sentence: "The rating to which the reply commits is read." },
  refusal: {
    what: "Refusal",
    sentence: "It is also read whether the reply refuses or has no substance; this does not change the score.",
  },
} as const satisfies Readonly<Record<string, ReaderWords>>;

export type ReaderName = keyof typeof READERS;

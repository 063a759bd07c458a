import type { CardText } from "../../define.ts";

/** The parts of a card in which the benchmarks of Stanford Health Care differ. */
export interface ShcCard
  extends Pick<CardText, "name" | "displayName" | "description" | "category" | "subcategory" | "asks" | "forWhom"> {
  /** The paper that describes the data, where there is one. */
  readonly source?: string;
  readonly facets: Omit<CardText["facets"], "language">;
  /** The treatment of the sheet's rows. Most benchmarks join rows of equal text. */
  readonly rowsFault?: string;
  readonly knownFaults?: readonly string[];
}

export const shcCard = ({
  source = "Stanford Health Care (unpublished)",
  facets,
  rowsFault = "Rows of equal text become one question with the last row's label.",
  knownFaults = [],
  ...texts
}: ShcCard): CardText => ({
  ...texts,
  access: "private",
  org: "Stanford",
  licence: "held by Stanford Health Care; not published",
  form: "closed",
  source,
  mainMetric: "exact_match",
  mainSplit: "test",
  facets: { ...facets, language: "English" },
  origin: "new",
  instanceCap: 1_000,
  cluster: { unit: "patient" },
  knownFaults: [rowsFault, 'The options are bare letters, so that the prompt shows "A. A".', ...knownFaults],
});

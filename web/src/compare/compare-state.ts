/** What the address of the page says: compare/?models=a,b&questions=med_qa */
export interface CompareState {
  /** ids of two to four models; the others are compared with the first */
  readonly models: readonly string[];
  /** the benchmark whose questions are listed; undefined: the first that has any */
  readonly questions?: string;
}

export const MOST_MODELS = 4;

/** Reads the query of an address. Unknown and repeated models are left out, and the first of `known` fill up to two. */
export function readState(search: string, known: readonly string[]): CompareState {
  const query = new URLSearchParams(search);
  const named = (query.get("models") ?? "").split(",").filter((id) => known.includes(id));
  const unique = [...new Set(named)].slice(0, MOST_MODELS);
  const rest = known.filter((id) => !unique.includes(id));
  const questions = query.get("questions");
  return {
    models: [...unique, ...rest.slice(0, Math.max(0, 2 - unique.length))],
    ...(questions === null ? {} : { questions }),
  };
}

export const stateQuery = ({ models, questions }: CompareState): string =>
  `?models=${models.map(encodeURIComponent).join(",")}${questions === undefined ? "" : `&questions=${encodeURIComponent(questions)}`}`;

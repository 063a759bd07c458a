/** A longer text seldom comes again, and its result may be large. */
const MAX_CHARS = 200;
const MAX_RESULTS = 256;

/**
 * Returns a pure function of a text that keeps its latest results for short texts. The answers of a run repeat: "A", "no", and the baselines
 * that are read for each question.
 */
export function recall<T>(compute: (text: string) => T, maxChars = MAX_CHARS): (text: string) => T {
  const known = new Map<string, { readonly result: T }>();
  return (text) => {
    if (text.length > maxChars) return compute(text);
    const found = known.get(text) ?? { result: compute(text) };
    if (known.size >= MAX_RESULTS) known.clear();
    known.set(text, found);
    return found.result;
  };
}

/** The same for a function of a text and an object, for as long as the object lives. */
export function recallOf<K extends object, T>(compute: (text: string, of: K) => T): (text: string, of: K) => T {
  const ofObject = new WeakMap<K, (text: string) => T>();
  return (text, of) => {
    const known = ofObject.get(of) ?? recall((one) => compute(one, of));
    ofObject.set(of, known);
    return known(text);
  };
}

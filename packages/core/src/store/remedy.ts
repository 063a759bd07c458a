const REPAIR = "run its entry again, or call medhelm repair in its folder; the answers are kept";

/** Sentences for an operator about damaged objects, by their keys (docs/operate.md has the same). The first rule that matches counts. */
const REMEDIES: readonly (readonly [key: RegExp, remedy: string])[] = [
  // the worker seals the complete attempt again that identity.json names
  [/^runs\/[^/]+\/[^/]+\/manifest\.json$|^runs\/.*\.generations\/|^work\//, REPAIR],
  [/^cache\//, "call medhelm repair, or delete the object in a bucket; a run asks for its answers again"],
  [/^format\.json$/, "delete it and call medhelm migrate again"],
  [/^release-requests\/|^releases\//, "restore it, or delete the release with medhelm withdraw --release"],
  [
    /^submissions\/[^/]+\/(?:handled\/|started\/|settled\.json|done\.json)|^jobs\//,
    "delete it, and the service writes it again",
  ],
  [/^release-failures\//, "delete it, and the release is made again"],
  [/^submissions\/[^/]+\/cancel\.json$/, "delete it and cancel the submission again"],
  [/^site\/latest\.json$/, "delete it, and the next published release writes it again"],
  [/^keys\//, "restore it from a copy, or delete it and create another key for its user"],
  [/^dead-letters\//, "delete it; the sweep sends the messages of open work again"],
  [/^(?:submissions|owners|suites|audit)\//, "restore it from a copy"],
];

/** Returns the end of a sentence about a damaged object; undefined for another file. */
export const remedyFor = (key: string): string | undefined => REMEDIES.find(([pattern]) => pattern.test(key))?.[1];

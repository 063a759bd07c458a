/** Words and what replaces them: the error is that the text says the opposite, or more. All are in small letters, but nouns. */
export interface PlantedWords {
  /** regular expressions of the units of drugs, in addition to the international ones */
  readonly units: string;
  /** whether a point groups thousands, as in 1.000 */
  readonly pointGroups: boolean;
  readonly frequency: Readonly<Record<string, string>>;
  readonly advice: Readonly<Record<string, string>>;
  readonly negation: Readonly<Record<string, string>>;
  readonly side: Readonly<Record<string, string>>;
  /** Forms that a list of words cannot hold: the last resort of `negation`. */
  readonly denial?: readonly [RegExp, string];
}

/** The facts of the question that a reader of numbers needs. */
export interface NumberKind {
  /** A whole number, which may be in words. */
  readonly isScore: boolean;
  /** A score may have its maximum: 4/10. */
  readonly hasMaximum: boolean;
  /** Whether "12%" is 12 and not 0.12. */
  readonly isPercentage: boolean;
}

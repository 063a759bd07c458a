/** The data on which a benchmark's loader and metric were checked. */
export type Evidence =
  /** HELM also ran on the real data. All instances and numbers agree. */
  | { readonly kind: "real data, as HELM"; readonly test: string }
  /** We read the real data. There is no HELM run on it. */
  | { readonly kind: "real data"; readonly test: string }
  /**
   * HELM also ran on invented data in the real layout. All instances and numbers agree. The licensed data was not available.
   */
  | { readonly kind: "sample only, as HELM"; readonly test: string }
  /** We read invented rows in the published layout. */
  | { readonly kind: "sample only" };

/** Says in a sentence which data was used, and which test shows it. */
export function evidenceText(found: Evidence = { kind: "sample only" }): string {
  switch (found.kind) {
    case "real data, as HELM":
      return `real data run: instances and numbers are those of a HELM run on the same files (${found.test})`;
    case "real data":
      return `real data run: read from the published files (${found.test}); there is no HELM run to compare with`;
    case "sample only, as HELM":
      return `sample only: instances and numbers are those of a HELM run on invented data in the real layout (${found.test})`;
    case "sample only":
      return "sample only: invented rows in the published layout";
    default:
      return found satisfies never;
  }
}

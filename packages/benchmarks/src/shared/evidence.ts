/** On what a benchmark's loader and metric were tried. */
export type Evidence =
  /** HELM ran it too, on the real data: instances and numbers agree one for one */
  | { readonly kind: "real data, as HELM"; readonly test: string }
  /** the real data was read, of HELM there is no run on it */
  | { readonly kind: "real data"; readonly test: string }
  /** HELM ran it on invented data in the real layout: instances and numbers agree; the licensed data was not at hand */
  | { readonly kind: "sample only, as HELM"; readonly test: string }
  /** invented rows in the published layout */
  | { readonly kind: "sample only" };

/** @returns whether real data was run, and what shows it */
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

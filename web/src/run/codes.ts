/** How two sets of codes compare, in the order of the reference and of the reply. */
export interface ComparedCodes {
  readonly matched: readonly string[];
  readonly missed: readonly string[];
  readonly extra: readonly string[];
}

const plain = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

/** Compares codes without their dots and spaces. */
export function compareCodes(read: readonly string[], reference: readonly string[]): ComparedCodes {
  const [own, gold] = [new Set(read.map(plain)), new Set(reference.map(plain))];
  return {
    matched: reference.filter((code) => own.has(plain(code))),
    missed: reference.filter((code) => !own.has(plain(code))),
    extra: read.filter((code) => !gold.has(plain(code))),
  };
}

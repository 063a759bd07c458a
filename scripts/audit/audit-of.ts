import { z } from "zod";

const Report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ name: z.string(), severity: z.string() })),
});
const Refused = z.object({ message: z.string() });

export interface Audit {
  /** 0: nothing serious is known; 1: a fault of severity high or critical; 2: the registry gave no advisories */
  readonly code: 0 | 1 | 2;
  readonly sentence: string;
}

const GRAVE: ReadonlySet<string> = new Set(["high", "critical"]);

/** Reads what `npm audit --json` prints. */
export function auditOf(printed: string): Audit {
  const json = jsonOf(printed);
  const report = Report.safeParse(json).data;
  if (report === undefined) {
    const why = Refused.safeParse(json).data?.message ?? "npm printed no report";
    return {
      code: 2,
      sentence: `not audited, because the registry gave no advisories (${why}); repeat it where the npm registry answers`,
    };
  }
  const found = Object.values(report.vulnerabilities);
  const names = found.map(({ name, severity }) => `${name} (${severity})`).join(", ");
  return {
    code: found.some(({ severity }) => GRAVE.has(severity)) ? 1 : 0,
    sentence:
      found.length === 0 ? "no known faults" : `known faults: ${names}; npm audit has the versions that correct them`,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

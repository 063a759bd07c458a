import { CRITERIA } from "./criteria.ts";

const patient = (text: string, met: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<PatientMatching>
<TEXT><![CDATA[${text}]]></TEXT>
<TAGS>
${Object.keys(CRITERIA)
  .map((criterion) => `<${criterion} met="${met}" />`)
  .join("\n")}
</TAGS>
</PatientMatching>
`;
const STARS = "*".repeat(100);

/** Invented data in the layout of n2c2 2018 track 1. */
export const sample = {
  "n2c2/test/10.xml": patient(
    `\n\nRecord date: 2081-03-02\n\n\nNobody came.\n\n${STARS}\n\nRecord date: 2080-01-01\nNobody again.\n${STARS}\n`,
    "met",
  ),
  "n2c2/test/9.xml": patient("A note without a date.", "not met"),
  "n2c2/test/README.txt": "no patient",
};

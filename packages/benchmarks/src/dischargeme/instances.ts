import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { readColumns } from "../files/read-columns.ts";
import { unpackGzip } from "../files/read-gzip.ts";
import { filledIn } from "../shared/read-wording.ts";
import { ABOVE_SUMMARY } from "./wording.ts";

/** Maps a column of discharge_target to its name in the prompt, in the order of a stay's questions. */
const DOCUMENTS = {
  brief_hospital_course: "Brief Hospital Course",
  discharge_instructions: "Discharge Instructions",
} as const;

/** Finds a table by its name without the file extension. */
type ReadTable = (name: string) => Promise<SourceFile>;

/**
 * Makes two instances per stay that is in all tables of a phase (helm: dischargeme_scenario.py). Patients are in the order of
 * their first diagnosis, and a patient's stays in the order of the discharge table.
 * @throws UserError that names the table and the problem
 */
export async function stays(read: ReadTable, task: string): Promise<Instance[]> {
  const rows = async <const Name extends string>(table: string, columns: readonly Name[]) =>
    readColumns(unpackGzip(await read(table)), columns);
  const subjects = (await rows("diagnosis", ["subject_id"])).map(({ cell }) => cell("subject_id"));
  const triaged = new Set((await rows("triage", ["subject_id"])).map(({ cell }) => cell("subject_id")));
  const emergencies = new Set((await rows("edstays", ["hadm_id"])).map(({ cell }) => cell("hadm_id")));
  const radiology = new Map<string, string>();
  for (const { cell } of await rows("radiology", ["hadm_id", "text"]))
    if (!radiology.has(cell("hadm_id"))) radiology.set(cell("hadm_id"), cell("text"));
  const discharges = Map.groupBy(await rows("discharge", ["subject_id", "hadm_id", "text"]), ({ cell }) =>
    cell("subject_id"),
  );
  const columns = ["hadm_id", "brief_hospital_course", "discharge_instructions"] as const;
  const targets = Map.groupBy(await rows("discharge_target", columns), ({ cell }) => cell("hadm_id"));

  const seen = new Set<string>();
  return [...new Set(subjects)]
    .filter((subject) => triaged.has(subject))
    .flatMap((subject) => discharges.get(subject) ?? [])
    .flatMap(({ cell }) => {
      const stay = cell("hadm_id");
      const report = radiology.get(stay);
      if (report === undefined || !emergencies.has(stay) || seen.has(stay)) return [];
      seen.add(stay);
      return (targets.get(stay) ?? []).flatMap((target) =>
        (["brief_hospital_course", "discharge_instructions"] as const).map((document) =>
          toInstance(
            filledIn(task, "DOCUMENT", DOCUMENTS[document]),
            { summary: cell("text"), report },
            DOCUMENTS[document],
            target.cell(document),
          ),
        ),
      );
    });
}

function toInstance(
  task: string,
  { summary, report }: { readonly summary: string; readonly report: string },
  document: string,
  target: string,
): Instance {
  const rest = target === "" ? summary : summary.split(target).join("");
  return {
    input: { text: `${task}${ABOVE_SUMMARY}${rest}\n\nRadiology Report:\n${report}\n\n${document}:\n` },
    references: [{ output: { text: target }, tags: [CORRECT_TAG] }],
    split: "test",
  };
}

import { CORRECT_TAG } from "@medhelm/core/helm/instance";
import { UserError } from "@medhelm/core/user-error";
import { readColumns } from "../files/read-columns.ts";
import { type Gpt4Tokenizer, gpt4Tokenizer } from "../shared/gpt4-tokens.ts";
import type { LocalFiles } from "../shared/local-data.ts";
import { withPlainLineEnds } from "../files/line-ends.ts";
import { readText } from "../files/read-json.ts";
import { ABOVE_RECORD, ABOVE_TASK } from "./wording.ts";
import type { LoadedInstance } from "../define.ts";
import { inCluster } from "../shared/in-cluster.ts";

const QUESTIONS = "clinician-reviewed-model-responses.tsv";
const ANSWERS = "clinician-instruction-responses.tsv";
/** The number of tokens that HELM keeps free for the answer. */
const ANSWER_LENGTH = 256;

/**
 * Makes one instance per answer of the first annotator, in the order of their file (helm: medalign_scenario_helper.py). Skips
 * answers without a question in the other file.
 * @throws UserError that names the file and line of an empty answer, or a missing record
 */
export async function instructions(files: LocalFiles, maxLength: number, task: string): Promise<LoadedInstance[]> {
  const rows = readColumns(await files.read(QUESTIONS), ["instruction_id", "question", "person_id"], "\t");
  // HELM: if a question has several rows, the last one counts
  const questions = new Map(rows.map(({ cell }) => [cell("instruction_id"), cell]));
  const answers = await files.read(ANSWERS);
  const columns = ["instruction_id", "clinician_response", "annotator_num"] as const;
  const tokenizer = await gpt4Tokenizer();
  const readRecord = records(files, tokenizer);
  const instances: LoadedInstance[] = [];
  for (const { line, cell } of readColumns(answers, columns, "\t")) {
    const question = questions.get(cell("instruction_id"));
    if (question === undefined || cell("annotator_num") !== "Annotator_1") continue;
    const answer = cell("clinician_response");
    if (answer === "") throw new UserError(`${answers.label}, line ${line}, column clinician_response: it is empty`);
    const person = question("person_id");
    const record = await readRecord(person);
    const instance = toInstance(question("question"), answer, record, { tokenizer, maxLength, task });
    instances.push({ ...instance, ...inCluster(person) });
  }
  return instances;
}

interface PatientRecord {
  readonly text: string;
  readonly tokens: readonly number[];
}

/** Reads each record once. HELM reads <person_id>.xml; the description of the data says EHR_<person_id>.xml. */
function records(files: LocalFiles, { encode }: Gpt4Tokenizer): (person: string) => Promise<PatientRecord> {
  const known = new Map<string, PatientRecord>();
  return async (person) => {
    const before = known.get(person);
    if (before !== undefined) return before;
    const names = await files.list();
    const places = [`medalign_ehr_xml/${person}.xml`, `medalign_ehr_xml/EHR_${person}.xml`];
    const file = await files.read(places.find((name) => names.includes(name)) ?? places[0]);
    const text = withPlainLineEnds(readText(file));
    const record = { text, tokens: encode(text) };
    known.set(person, record);
    return record;
  };
}

function toInstance(
  question: string,
  answer: string,
  record: PatientRecord,
  {
    tokenizer,
    maxLength,
    task,
  }: { readonly tokenizer: Gpt4Tokenizer; readonly maxLength: number; readonly task: string },
): LoadedInstance {
  const { encode, decode } = tokenizer;
  // HELM counts the template's placeholders too
  const room = maxLength - ANSWER_LENGTH - encode(filled(task, "{ehr}", "{question}")).length - encode(question).length;
  const end = room >= record.tokens.length ? record.text : room <= 0 ? "" : decode(record.tokens.slice(-room));
  return {
    input: { text: `\nQuestion: ${filled(task, end, question)}` },
    references: [{ output: { text: answer }, tags: [CORRECT_TAG] }],
    split: "test",
  };
}

const filled = (task: string, ehr: string, question: string): string =>
  `${ABOVE_TASK}${task}${ABOVE_RECORD}${ehr}\n\nQuestion: ${question}\n\nAnswer:`;

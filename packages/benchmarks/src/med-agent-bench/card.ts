import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "med_agent_bench",
  displayName: "MedAgentBench (agent, FHIR)",
  description:
    "Tasks of clinicians in the records of a FHIR server: find a patient, read a laboratory value, order a drug, a test or a referral. Code checks the orders and the answers.",
  category: "Administration and Workflow",
  subcategory: "Organizing Workflow Processes",
  access: "local",
  licence: "not checked; read the terms of the authors' repository",
  form: "open",
  source: "https://github.com/stanfordmlgroup/MedAgentBench",
  mainMetric: "task_success",
  mainSplit: "test",
  asks: "Carry out a clinician's request in a hospital's records, by reading and writing FHIR records.",
  forWhom: "Clinicians",
  floor: { kind: "nothing", value: 0, note: "A model that ends no task scores 0." },
  facets: {
    task: "Agent",
    what: "Work in electronic records",
    who: "Clinician",
    when: "Any",
    language: "English",
  },
  origin: "existing",
  stratum: { unit: "kind of task", field: "kind" },
  knownFaults: [
    "The authors' tasks and records were not here: this adapter was tested on ten invented tasks and an invented FHIR server.",
    "The instructions are ours and not the authors'. Compare with published numbers with care.",
    "Its rules are the authors', with two differences. The route of a drug may be a text or an object with a text. An address with two slashes after the base counts.",
    "Nothing is written to the server, as in the authors' program: an order is recorded and accepted. A model cannot read an order again.",
  ],
};

import { chat } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = chat({ maxTokens: 2_048 });

/** Our own words. The three forms of a reply are the authors'. */
export const instructions = (base: string, functions: string): string =>
  `You work with the records of a hospital through a FHIR server at ${base}. Answer the question or carry out the task below. Each of your replies is exactly one of these three, and nothing else:

1. To read records:
GET ${base}RESOURCE?name=value&name=value

2. To write a record:
POST ${base}RESOURCE
{the record as JSON}

3. To end the task, with all answers as a JSON list (empty if there is none):
FINISH([answer, answer])

These functions of the server are available; {api_base} stands for ${base.replace(/\/$/, "")}:
${functions}`;

import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import type { Element } from "@xmldom/xmldom";
import { readText } from "../files/read-json.ts";
import { elementsNamed, parseXml } from "../files/read-xml.ts";

/**
 * Makes one instance per question of the shared task's XML. Its id is the question's number, and its reference the first answer
 * that experts ranked 1 (helm: medi_qa_scenario.py).
 */
export function questions(file: SourceFile): Instance[] {
  const all = elementsNamed(parseXml(file.label, readText(file)), "Question");
  if (all.length === 0)
    throw new UserError(`${file.label}: there is no element Question; this is not the file that the benchmark expects`);
  return all.map((question) => toInstance(file, question));
}

function toInstance(file: SourceFile, question: Element): Instance {
  const id = question.getAttribute("QID") ?? "";
  const text = elementsNamed(question, "QuestionText")[0]?.textContent ?? "";
  const best = elementsNamed(question, "Answer").find((answer) => answer.getAttribute("ReferenceRank") === "1");
  const answer = best === undefined ? undefined : elementsNamed(best, "AnswerText")[0]?.textContent;
  if (id === "" || text === "" || typeof answer !== "string")
    throw new UserError(
      `${file.label}: question ${id === "" ? "without a QID" : id} has no ${text === "" ? "QuestionText" : "QID and answer with ReferenceRank 1"}; take the test set with labels`,
    );
  return { input: { text }, references: [{ output: { text: answer }, tags: [CORRECT_TAG] }], split: "test", id };
}

import { multipleChoiceJoint } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = multipleChoiceJoint({
  instructions: "Reply A if the patient meets the criterion, B if not.",
  inputNoun: "",
  outputNoun: "Reply with one letter (A for yes, B for no) and nothing else",
  maxTrainInstances: 0,
});

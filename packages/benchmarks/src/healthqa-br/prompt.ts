import { multipleChoiceJoint } from "@medhelm/core/run/spec/prompt-specs";

/** HELM: five examples of an empty split. */
export const prompt = multipleChoiceJoint({
  instructions: "Leia a pergunta, escolha a única alternativa certa e responda só com a letra dela.",
  inputNoun: "Pergunta",
  outputNoun: "Resposta",
});

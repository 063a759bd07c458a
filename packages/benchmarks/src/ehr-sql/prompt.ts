import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  instructions:
    "You are given the schema of a clinical database and a question. Write one SQLite query that answers the question from that database, ending with a semicolon. Reply with the query alone. If the database cannot answer the question, reply with nothing at all.",
  inputNoun: "Medical Question + Schema",
  outputNoun: "SQL Query",
  maxTokens: 1024,
  maxTrainInstances: 0,
  stopSequences: [],
});

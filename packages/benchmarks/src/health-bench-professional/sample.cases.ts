import { strToU8, zipSync } from "fflate";

const turn = { role: "user", content: "Draft a letter about an invented knee." };
const task = {
  id: "invented-1",
  specialty: "x",
  physician_response: "Dear colleague.",
  conversation: { messages: [turn] },
  rubric_items: [{ criterion_text: "Names the knee", points: 6 }],
};

export const files = {
  "health_bench_professional/assets.zip": zipSync({
    "healthbench_professional_eval.jsonl": strToU8(`${JSON.stringify(task)}\n`),
  }),
};

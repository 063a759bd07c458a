import { jury } from "../shared/jury.ts";

export const rubric = jury({
  className: "helm.benchmark.annotation.mental_health_annotator.MentalHealthAnnotator",
  name: "mental_health",
  task: "You are an experienced counsellor who checks what somebody would say next in a counselling conversation. Compare it with what the counsellor said.",
  criteria: {
    accuracy: "Is it sound counselling at this point of the conversation, and safe?",
    completeness: "Does it take up what the client said and needs?",
    clarity: "Is it warm and respectful, and easy for the client to understand?",
  },
});

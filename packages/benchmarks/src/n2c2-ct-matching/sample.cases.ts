export { sample as files } from "./sample.ts";

export const args = { subject: "CREATININE" };

export { sample as files } from "./sample.ts";

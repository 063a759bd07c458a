export { files } from "../medbullets/sample.cases.ts";

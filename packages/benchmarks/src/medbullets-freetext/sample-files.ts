export { files } from "../medbullets/sample-files.ts";

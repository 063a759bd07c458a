export { version } from "@medhelm/functions/version";

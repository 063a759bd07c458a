export { version } from "@medhelm/service/version";

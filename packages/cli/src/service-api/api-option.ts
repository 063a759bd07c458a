import { z } from "zod";
import { option } from "../terminal/option.ts";

/** The option of every command that speaks to a service. */
export const apiOption = option(
  "url",
  "address of the API, e.g. http://127.0.0.1:8787, with or without /v1",
  z.string(),
);

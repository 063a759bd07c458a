import { programBeside } from "../threads/program-beside.ts";

/** The program that runs SQL of models. */
export const sqlProgram: string = programBeside(import.meta.url, "./child.ts", "./sql-child.mjs");

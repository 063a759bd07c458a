import { printMessage } from "../terminal/print-message.ts";
import { loadModels, type Models } from "./load-models.ts";

/** The models that prod_env and the packaged files describe, for a command that sends no request to them. */
export const knownModels = (localPath: string): Promise<Models> =>
  loadModels({ localPath, env: process.env, candidates: {}, judges: {}, notice: printMessage });

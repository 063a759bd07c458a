import { printMessage } from "../terminal/print-message.ts";

/** Says which server keeps the command waiting, and for how long at most. */
export const sayWaiting = (baseUrl: string, timeoutMs: number): void =>
  printMessage(`waiting for ${new URL(baseUrl).host} to list its models, at most ${timeoutMs / 1000} s`);

import { counted } from "@medhelm/core/text/counted";
import { DeadLetter } from "@medhelm/core/jobs/dead-letter";
import { messageFields } from "@medhelm/core/log/message-fields";
import { z } from "zod";
import { apiClient } from "../service-api/api-client.ts";
import { DamagedRecords } from "../service-api/damaged-records.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { endOfList } from "../terminal/end-of-list.ts";
import { printMessage } from "../terminal/print-message.ts";
import { textTable } from "../terminal/text-table.ts";
import { jsonLine } from "../terminal/json-line.ts";

const Letter = z.looseObject({ id: z.string(), ...DeadLetter.omit({ formatVersion: true }).shape });
const Letters = z.object({ deadLetters: z.array(Letter), damaged: DamagedRecords });

export const command = defineCommand({
  name: "medhelm dead-letters",
  description:
    "List the messages of a service that were set aside because nobody could read them or record their failure, or send all of them again. Other messages that fail too often are failed runs and releases with their reason: submit those again.",
  options: {
    action: argument("what to do", z.enum(["list", "redrive"])),
    api: option(
      "url",
      "address of the service; MEDHELM_TOKEN holds a key with the scope admin, or this user started the stack",
      z.string().default("http://127.0.0.1:8787"),
    ),
    json: flag("print the service's answer as JSON"),
  },
  async run({ action, api: address, json }) {
    const api = await apiClient(address, process.env);
    const { deadLetters, damaged } =
      action === "list"
        ? await api.call("GET", "/v1/dead-letters", Letters)
        : await api.call("POST", "/v1/dead-letters/redrive", Letters);
    process.stdout.write(json ? jsonLine(deadLetters) : table(deadLetters));
    printMessage(`${counted(deadLetters.length, "dead letter")}${action === "list" ? "" : " sent again"}`);
    return endOfList(damaged.map(({ reason }) => reason));
  },
});

function table(letters: readonly z.infer<typeof Letter>[]): string {
  if (letters.length === 0) return "";
  return textTable(
    ["queue", "concerns", "set aside at", "reason"],
    letters.map(({ queue, body, at, reason }) => {
      const { submission, run, release } = messageFields(body);
      return [queue, submission ?? run ?? release ?? "unknown", at, reason];
    }),
  );
}

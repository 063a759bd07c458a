import { strip } from "@medhelm/core/metrics/python-text";
import { readOption } from "@medhelm/core/reading/letters/read-option";
import { found, type GroupReader } from "../group-reader.ts";

export const letters: GroupReader<"letters"> = {
  helm: (reply, { options }) => (Object.hasOwn(options, strip(reply)) ? strip(reply) : undefined),
  corrected: (reply, { options, question }) =>
    found(readOption(reply, { options, ...(question === undefined ? {} : { question }) })),
};

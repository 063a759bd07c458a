import { readLetter } from "@medhelm/core/metrics/read-letter";
import { strip } from "@medhelm/core/metrics/python-text";
import { type GroupReader, withoutSteps } from "../group-reader.ts";

export const letters: GroupReader<"letters"> = {
  helm: (reply, { options }) => (Object.hasOwn(options, strip(reply)) ? strip(reply) : undefined),
  corrected: (reply, { options }) => withoutSteps(readLetter(strip(reply), options)),
};

/** Shorter JSON is always cheap. */
const SMALL_BYTES = 1_000_000;
/** Parsed JSON takes up to 60 bytes of memory for each list or object. A reply of 32 MiB with log probabilities has 1.5 million. */
const MAX_CONTAINERS = 2_000_000;
/** An object with millions of different fields takes many seconds. The fields of log probabilities are few for each object. */
const FIELDS_PER_CONTAINER = 20;
const MORE_FIELDS = 100_000;

const LIST = "[".charCodeAt(0);
const OBJECT = "{".charCodeAt(0);
const FIELD = ":".charCodeAt(0);

/** Whether JSON takes little time and memory to parse. The count includes brackets and colons in texts. */
export function isCheapJson(json: Uint8Array): boolean {
  if (json.length <= SMALL_BYTES) return true;
  let containers = 0;
  let fields = 0;
  for (const byte of json) {
    if (byte === LIST || byte === OBJECT) containers++;
    else if (byte === FIELD) fields++;
  }
  return containers <= MAX_CONTAINERS && fields <= MORE_FIELDS + FIELDS_PER_CONTAINER * containers;
}

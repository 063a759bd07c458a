/** The part of stderr that is held. */
interface Output {
  isTTY?: boolean;
  write: (chunk: string | Uint8Array, ...rest: never[]) => boolean;
}

const MOST_CHARACTERS = 64_000;

/**
 * Keeps the last messages of a command instead of printing them. The output is no terminal any more, so that nobody is asked.
 * @returns a function that prints what was kept, if the command failed, and ends the holding
 */
export function holdMessages(output: Output): (isFailed: boolean) => void {
  const { write, isTTY } = output;
  let kept = "";
  output.isTTY = false;
  output.write = (chunk) => {
    kept = (kept + (typeof chunk === "string" ? chunk : Buffer.from(chunk).toString())).slice(-MOST_CHARACTERS);
    return true;
  };
  return (isFailed) => {
    output.write = write;
    if (isTTY !== undefined) output.isTTY = isTTY;
    if (isFailed && kept !== "") output.write(kept);
  };
}

/** Of a body, either way: a Lambda answers with at most 6 MB, text that JSON or base64 makes longer included. */
export const MAX_BYTES = 5_000_000;

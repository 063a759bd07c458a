/** Headers of the connection and of the body's length. Another value of the user would break the request. */
const OF_CONNECTION = ["content-length", "expect", "keep-alive", "transfer-encoding", "upgrade"];

/** True for a header that the client sets itself. */
export const isOfConnection = (header: string): boolean => OF_CONNECTION.includes(header.toLowerCase());

/** True for a text that a header can carry. A key that was copied with a line break is none. */
export const isHeaderValue = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

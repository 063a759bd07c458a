/** Of this code; part of every manifest. */
export const version = "0.1.0";

/** The path of the page to print, next to the JSON. */
export const pageOf = (json: string): string => `${json.replace(/\.json$/, "")}.html`;

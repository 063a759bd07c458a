const FILTERED = /content[ _-]?(?:filter|policy|management policy)|prompt was flagged|safety system/i;

/** Whether the text of a failure says that a content filter refused the request. */
export const isFilterText = (error: string): boolean => FILTERED.test(error);

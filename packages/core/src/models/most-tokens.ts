/** No model reads or writes more tokens in one request. The sum of larger numbers would not be exact. */
export const MOST_TOKENS = 1e8;

/** The default of the limit with a baseline. It takes about 500 items to decide if the scores of one item in five differ. */
export const DEFAULT_MARGIN = 0.05;

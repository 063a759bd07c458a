/** Why a query was stopped that reached the limit of memory. */
export const NEEDS_MORE_MEMORY = "it needs more memory than it may have";

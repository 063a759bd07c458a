import { GROUPS } from "../../scripts/replies/reply-cases.ts";

/** The groups of replies that candidates write, and not judges. */
export const CANDIDATE_GROUPS = GROUPS.filter((group) => !["judge", "grader", "fence"].includes(group));

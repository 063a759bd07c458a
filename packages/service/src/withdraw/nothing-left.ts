import { UserError } from "@medhelm/core/user-error";

/** There is nothing of this name, or nothing is left of it. A bucket may still keep old versions. */
export class NothingLeft extends UserError {}

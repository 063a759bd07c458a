import { lazyPattern } from "../../text/lazy-pattern.ts";

/** "corrected for an albumin of ", "adjusting for the glucose of ", "korrigiert für ein Albumin von " */
const CORRECTED_FOR = lazyPattern(
  String.raw`(?<!\p{L})(?:correct|adjust)(?:ed|ing|ion|ment|s)?\s(?:(?:it|this|that|the\s[\p{L}\s]{1,24}?)\s)?(?:for|to|by|with)\s(?:(?:the|an?|her|his|this|low|high|measured|serum|elevated|reduced|given)\s){0,3}(?:(?!(?:it|this|that|she|he|the|gives?|yields?|is|was|becomes|of|at)\s)[\p{L}-]+\s){1,3}(?:(?:level|value|concentration)\s)?(?:(?:of|at|is)\s)?\(?$|(?<!\p{L})(?:korrigiert|bereinigt|corrig[ée]e?|ajust[ée]e?|corregid[oa]|ajustad[oa]|corrigid[oa])\s(?:für|um|pour|por|para|à)\s(?:[\p{L}']+\s){1,3}?(?:(?:von|de|di|à|d')\s?)?\(?$`,
  "iu",
);

/** Whether a value is that for which another one is corrected. */
export const isCorrectedFor = (head: string): boolean => CORRECTED_FOR.test(head);

import { lazyPattern } from "@medhelm/core/text/lazy-pattern";
import { oneOf, words } from "@medhelm/core/reading/text/pattern";

/** The words by which a reply leaves a code out. Patterns that end with $ are for the text before it, the others for the text after it. */
const { raw } = String;

const OPEN = raw`["'([]*$`;
/** Marks and a description in brackets directly after a code. */
const BEHIND = raw`^["')\]]*(?:\s\([^()\n]{0,80}\))?`;
const ADVERBS = raw`(?:(?:be|been|being|to be|to|have been|also|yet|therefore|thus|further|additionally|separately|\p{L}+ly|a|an|the)\s)*`;
const NOT = oneOf(
  "not|never|no longer|isn't|aren't|wasn't|weren't|doesn't|don't|didn't",
  "shouldn't|wouldn't|can't|cannot|couldn't",
);
const CODED = oneOf(
  "cod(?:e|ed|ing)|assign(?:ed|ing)?|report(?:ed|ing)?|appl(?:y|ies|ied|icable)|includ(?:e|ed|ing)|us(?:e|ed|ing)",
  "add(?:ed|ing)?|list(?:ed|ing)?|bill(?:ed|able|ing)?|captured?|select(?:ed)?|cho(?:ose|se|sen)",
);
const FITTING = oneOf(
  "support(?:ed)?|appropriate|needed|required|correct|right|valid|documented|met|confirmed|necessary",
  "justified|warranted|accurate|established|fit|qualify|belong",
);
/** The words of a diagnosis, without another clause or statement. */
const DIAGNOSIS = raw`(?:(?!${words("coded", "assigned", "reported", "listed", "chose", "used", "so", "thus", "therefore", "but")})[^.,;:?!()|<>→\n]){0,60}`;

/** "excluded", "do not code" */
const REJECTS = oneOf(
  raw`exclud(?:e[sd]?\d?|ing)|rul(?:e[sd]?|ing)[- ]out|r/o|reject(?:s|ed|ing)?|omit(?:s|ted|ting)?|remov(?:e[sd]?|ing)`,
  "ausgeschlossen|excluid[oa]s?|descartad[oa]s?|exclue?s?|écartée?s?",
  "delet(?:e[sd]?|ing)|drop(?:s|ped|ping)?|discard(?:s|ed|ing)?|avoid(?:s|ed|ing)?",
  raw`${NOT}\s${ADVERBS}${CODED}|${NOT}\s(?:have|has|had|meet)`,
);
/** "not enough documentation for", "no evidence of"; "without complications" is of a name. */
const LACKS = oneOf(
  raw`(?:not enough|insufficient|inadequate|too little|no(?: clear| sufficient)?|lack(?:s|ing)?(?: of)?)\s(?:\p{L}+\s)?(?:documentation|evidence|support|information|detail|criteria|mention)\s(?:for|of|to (?:support|code|assign|justify|report))`,
  raw`no\s(?:personal|family|known|prior|current|active|documented)\s(?:history|diagnosis|signs?)`,
);
/** Words that deny all codes of the list behind them. */
export const REJECTED_BEFORE = lazyPattern(raw`${words(REJECTS, LACKS)}${DIAGNOSIS}\s?[:(]?\s?${OPEN}`, "iu");

const CODE_WORDS = raw`(?:(?:the|a|an|any|also|as|even|with|under|code|codes|icd-10(?:-cm)?|separate|additional|either|both)\s+)*`;
/** "rather than pneumonia (J18.9)", "not J18.9" */
export const INSTEAD_BEFORE = lazyPattern(
  raw`(?<!\p{L})${oneOf(
    raw`(?:rather than|instead of|in place of|as opposed to|in lieu of|over)\s${DIAGNOSIS}`,
    raw`(?:not|no|nor|neither|nicht|kein|keine|pas|non|não|statt|anstatt|anstelle von|plutôt que|en lugar de|em vez de|without|except(?: for)?|other than|excludes?\d?|replac(?:es|ing)|supersed(?:es|ing))\s+${CODE_WORDS}`,
  )}${OPEN}`,
  "iu",
);

/** "No codes apply other than Z00.00" */
export const ONLY_BEFORE = lazyPattern(
  raw`(?<!\p{L})(?:no|none|nothing)(?!\p{L})[^.;\n]{0,80}(?:other than|except(?: for)?)\s+${CODE_WORDS}${OPEN}`,
  "iu",
);

const BE = "is|are|was|were|would be|should be|will be|has been|have been|should|would|can|could|do|does|did";
/** A copula, a dash or a bracket before the predicate. */
const LINK = oneOf(raw`\s?[-–—→:(|]+\s?`, raw`\s(?:${BE})\s`);
const NOT_CODED = raw`${NOT}\s${ADVERBS}${oneOf(CODED, FITTING)}`;
const OUT = raw`${oneOf(
  NOT_CODED,
  raw`${ADVERBS}(?:excluded|ruled out|rejected|omitted|unsupported|not (?:present|evident)|unlikely|incorrect|wrong|inappropriate)`,
  raw`${ADVERBS}(?:integral|inherent|included in|part of|bundled|subsumed|implicit|(?:symptoms?|signs?|manifestations?) of|unspecific|redundant|unnecessary)`,
  raw`${ADVERBS}(?:less (?:likely|specific|appropriate|accurate)|(?:better|more \p{L}+ly) (?:coded|captured|described|reported|classified))`,
)}(?!\p{L})`;
/** "K37 is excluded", "R65.21 – septic shock: not coded", "R07.9 is a symptom of" */
export const DENIED_AFTER = lazyPattern(
  oneOf(
    raw`${BEHIND}${LINK}\(?${OUT}|${BEHIND}\s${NOT_CODED}`,
    raw`${BEHIND}[^.;?!,()\n|]{0,80}${LINK}\(?${OUT}`,
    raw`${BEHIND}[^.;?!()\n|]{0,100}\s?[-–—→(]\s?${OUT}`,
    raw`${BEHIND},?\s(?:is|are|was|were)\s(?:not|${ADVERBS}(?:removed|dropped|withdrawn|deleted))(?!\p{L})`,
    raw`${BEHIND}\s(?:ruled out|excluded|rejected|omitted)(?!\p{L})`,
    // "R50.9 - fever ✗", "E11.9: no"
    raw`^[^.;\n|]{0,80}[✗✘❌☒✖🚫]`,
    raw`${BEHIND}\s?[:=→–—-]\s?no(?=\s*(?:$|[.,;(–—]))`,
    raw`${BEHIND},?\s(?:(?:which|that|it)\s)?(?:isn't|wasn't|aren't|weren't|cannot be|can't be)(?!\p{L})`,
  ),
  "iu",
);
/** "K56.69 → a more specific code is above, so omit" */
export const OMITTED_LATER = lazyPattern(
  raw`${BEHIND}[^.;?!\n|]{0,100}(?:[,→–—-]|\s(?:so|thus|therefore))\s?(?:so\s)?(?:omit|exclude|drop|remove|skip|leave (?:it )?out)[.)]*$`,
  "iu",
);
/** "I10 (not I11.9)", "E11.9 (ruled out: E10.9)" deny the second code. */
export const NEXT_DENIED = lazyPattern(
  oneOf(
    raw`^["')\]]*[\s,;(–—-]*(?:not|never)\s+(?:code\s+)?$`,
    raw`^["')\]]*(?:\s\([^()\n]{0,80}\))?[\s,;(–—-]*(?:\p{L}+\s){0,2}?${words(REJECTS)}(?:\s\p{L}+){0,2}\s?[:：]\s?${OPEN}`,
  ),
  "iu",
);
/** "I10 (excluded by I13.0)": the second code is the reason. */
export const REASON_BEFORE = lazyPattern(
  raw`(?<!\p{L})(?:exclud|preclud|cover|captur|includ|subsum|bundl|describ|integral|inherent|represent|impli|roll)\p{L}*\s(?:\p{L}+ly\s|up\s)?(?:by|in|into|under|within|to|with)\s${CODE_WORDS}${OPEN}`,
  "iu",
);
/** A verb in the plural: "J18.9 and N39.0 are not coded" is of both. */
export const PLURAL_AFTER = lazyPattern(
  raw`${BEHIND},?\s(?:both\s|all\s)?(?:are|were|have|do|don't|aren't|weren't)(?!\p{L})`,
  "iu",
);
const CONFIRMED = "confirmed|proven|proved|established|documented|verified|substantiated|demonstrated|corroborated";
const SUSPECTED =
  "suspected|considered|possible|probable|likely|questionable|questioned|queried|raised|presumed|suggested";
/** A diagnosis that stays uncertain: "A41.9 is suspected but not confirmed", "I26.99 remains unproven", "K35.80 is only suspected" */
export const UNCERTAIN_AFTER = lazyPattern(
  oneOf(
    raw`${BEHIND}[^.;?!\n|]{0,80}(?<!\p{L})(?:${SUSPECTED})(?!\p{L})[^.;?!\n|]{0,60}?(?<!\p{L})(?:${NOT}\s(?:\p{L}+\s){0,3}?(?:${CONFIRMED})|un(?:${CONFIRMED}))(?!\p{L})`,
    raw`${BEHIND},?\s(?:(?:which|that|it)\s)?(?:is|was|are|were|remains?|remained|stays?|stayed)\s(?:\p{L}+ly\s|still\s)?un(?:${CONFIRMED})(?!\p{L})`,
    raw`${BEHIND},?\s(?:(?:which|that|it)\s)?(?:is|was|are|were|remains?|remained)\s(?:only|merely|just)\s(?:${SUSPECTED})(?!\p{L})`,
  ),
  "iu",
);
/** "suspected but unconfirmed sepsis (A41.9)" */
export const UNCERTAIN_BEFORE = lazyPattern(
  raw`(?<!\p{L})(?:un(?:${CONFIRMED})|(?:but|yet)\s(?:not|never)\s(?:\p{L}+ly\s|been\s|yet\s)*(?:${CONFIRMED}))(?!\p{L})${DIAGNOSIS}\s?[:(]?\s?${OPEN}`,
  "iu",
);

/** Codes whose name has "ruled out". */
export const RULED_OUT = /^Z0[345]/;

const CHOSE = "cod|consider|assign|chos|choose|pick|select|list|think|thought|wrote|believed";
/** A code on the way: "initially coded as R07.9", "I first considered K80.00" */
export const EARLIER_BEFORE = lazyPattern(
  raw`(?<!\p{L})${oneOf(
    raw`(?:initially|originally|at first|formerly|previously|earlier|briefly)[\s,]+(?:\p{L}+\s){0,3}?(?:${CHOSE})\p{L}*`,
    raw`first\s(?:considered|thought(?: of| about)?|chose|picked)`,
    raw`(?:i|we)(?:'d| had| have)?\s(?:\p{L}+ly\s|also\s|first\s)?(?:considered|wondered about|thought (?:of|about)|wrote|debated)`,
    raw`(?:oops|sorry|correction|apolog\p{L}+|my mistake|mistakenly|wrongly)(?!\p{L})[^.;\n]{0,30}(?:i|we)\s(?:had\s)?(?:listed|coded|put|gave|used|said|entered)`,
    raw`(?:i|we)\s(?:had\s)?(?:mistakenly|wrongly|incorrectly|erroneously)\s(?:listed|coded|put|gave|used|said|entered)`,
    raw`\((?:was|were|formerly|previously)`,
    raw`(?:second|next)[- ](?:choice|best)(?:\s(?:is|would be))?`,
    raw`(?:earlier|previous|first|initial|original|prior)\s(?:draft|version|list|attempt|answer|code|response|guess|choice|thought|impression|idea|pick)(?:e?s)?(?:\s(?:had|listed|contained|included|used|was|were|of))?`,
  )}(?!\p{L})(?::\s)?[^.;:?!|\n]{0,60}$`,
  "iu",
);
/** "First coded as R07.9, now" */
export const FIRST_BEFORE = lazyPattern(
  raw`${words(
    raw`(?:first|to begin with)\s(?:coded|assigned|listed|written)`,
    raw`(?:one|you|we|i|some)(?:'d)?\s(?:might|could|may|would)\s(?:be tempted to\s)?(?:code|use|assign|pick|choose|report|list)`,
  )}[^.;:?!|\n]{0,30}$`,
  "iu",
);
export const CHANGED_AFTER = lazyPattern(words("now", "but", "then changed", "later", "however", "instead"), "iu");
export const EARLIER_AFTER = lazyPattern(
  oneOf(
    raw`${BEHIND},?\s(?:was|were)\s(?:also\s|initially\s|briefly\s|first\s)*(?:considered|contemplated|my first|the first|an option)(?!\p{L})`,
    raw`${BEHIND},?\s(?:initially|originally|at first)(?=[\s,;.)]|$)(?!\s(?:presenting|presented|with))`,
  ),
  "iu",
);

const CODERS = oneOf(
  "coders?|people|clinicians|reviewers?|systems?|tools?|encoders?|payers?|hospitals|models?|sources|guides",
);
const PERSON = oneOf(
  "coder|auditor|audit(?: report)?|colleague|reviewer|biller|consultant|resident|intern|student|trainee|encoder|software|tool|model|peer",
  "team|specialist|payer|insurer",
);
/** Words by which the reply goes on with its own view. */
const OWN_VIEW = words("i|we|my|but|however|whereas|while|should|supports?");
const PLACE =
  "hospital|facility|department|physician|provider|coder|admission|encounter|record|bill|claim|visit|office|clinic|ed";
const BILLED = "coded|billed|assigned|used|listed|reported|put|entered|carried|submitted|mentions?|included";
const SUGGESTED =
  "cod(?:e|es|ed)|assign(?:s|ed)?|suggest(?:s|ed)?|propos(?:es|ed)|recommend(?:s|ed)?|lists?|listed|us(?:es|ed)|wrote|writes|reported|chose|chooses|pick(?:s|ed)|enter(?:s|ed)|submit(?:s|ted)|select(?:s|ed)|gave|gives|insist(?:s|ed)|claim(?:s|ed)|argue[sd]|puts?|says?|said|thinks|thought|billed|added|adds|wants|wanted";
/** Codes of other people. */
export const OTHERS_BEFORE = lazyPattern(
  raw`(?<!\p{L})${oneOf(
    raw`(?:some|many|most|other|another|certain|novice|inexperienced)\s(?:\p{L}+\s)?${CODERS}\s(?:may|might|would|could|often|also|will|choose|assign|use|code|report)`,
    "(?:common|frequent|typical) (?:mistake|error|pitfall)",
    raw`(?:an?|the|my|our|another|one|this)\s(?:[\p{L}'-]+\s){0,3}?(?:${PERSON})(?!\p{L})(?:\s(?:had|has|would|initially|originally|also|just|simply|then|first)){0,2}\s(?:${SUGGESTED})(?!\p{L})(?![^]*${OWN_VIEW})`,
    raw`(?:query|ask|clarify with|check with|confirm with)\s(?:the|your|his|her|a)\s(?:\p{L}+\s){1,2}(?:about|regarding|whether|on)`,
    raw`according to (?:an?|the|my|another)\s(?:\p{L}+\s){0,2}?(?:${PERSON})(?!\p{L})(?![^]*${OWN_VIEW})`,
    raw`(?:possible|potential|candidate)\s(?:\p{L}+\s)?codes?\s(?:include|are|were|would be)`,
    raw`(?:referring|previous|prior|outside|outpatient|transferring|emergency|ed|er|earlier|last|billing|original|other|admitting|the)\s(?:\p{L}+\s){0,2}?(?:${PLACE})(?:'s\s\p{L}+)?\s(?:has\s|had\s)?(?:${BILLED})`,
  )}(?!\p{L})[^.;\n]{0,120}$`,
  "iu",
);

/** "..., and I agree", "..., which is correct" */
export const SHARED_AFTER = lazyPattern(
  words("agree", "concur", "correctly", "(?:is|was|are|were) (?:correct|right)"),
  "iu",
);

/** "J12.82, which many coders add" */
export const OTHERS_AFTER = lazyPattern(
  raw`${BEHIND},?\s(?:that|which|as)\s(?:some|many|most|other)\s(?:\p{L}+\s)?${CODERS}(?!\p{L})`,
  "iu",
);

/** "is typically J18.9", "would usually get Z79.899": it holds in general. */
export const GENERAL_BEFORE = lazyPattern(
  raw`(?<!\p{L})(?:is|are|be|would)\s(?:usually|typically|generally|commonly|normally|often)(?!\p{L})[^.,;:?!|\n]{0,40}$`,
  "iu",
);

/** An example of a code, in a sentence that is open. */
export const EXAMPLE_BEFORE =
  /(?<!\p{L})(?:such as|like|e\.?g\.?,?|for (?:example|instance),?|say,?)\s[^.;:?!|\n]{0,30}$/iu;
/** "codes of the kind X00.0" */
export const KIND_BEFORE = lazyPattern(
  raw`(?<!\p{L})(?:of the|in the|of this) (?:kind|type|sort|form|format|style)(?: of)?[\s:"'([]*$|(?<!\p{L})example of (?:the|an?|such an?|its) (?:format|form|code|style|notation)(?: (?:is|would be|could be))?[\s:"'([]*$|(?<!\p{L})(?:looks?|written) like(?: this)?[\s:"'([]*$`,
  "iu",
);
export const IS_OPEN = lazyPattern(
  words(
    "would|could|may|might|need|needs|require[sd]?|typically|generally|usually|ha(?:s|ve) to|must",
    "can be|depends?|depending|normally|often",
  ),
  "iu",
);

/** A question; "Should she ..." without its mark is a condition. */
export const ASKS = lazyPattern(
  raw`^[^\p{L}]*(?:is|are|was|were|should|could|would|does|do|did|can|may|might|which|what|why|how|or)(?!\p{L})`,
  "iu",
);
/** "CKD: none documented (would be N18.9)" */
export const WOULD_BE_BEFORE =
  /(?:\((?:(?:it|which|that|this)\s)?would (?:have been|be)\s(?:coded as\s)?|(?<!\p{L})pending\s[^.;:,]{1,40}[,:]\s?)["'([]*$/iu;
/** A condition directly behind a code and its description: "R65.20 if the lactate is above 2" */
export const CONDITION_AFTER = lazyPattern(
  oneOf(
    raw`^(?:["')\]]*(?:\s?[-–—:]\s[^.;?!()|\n]{0,80}?|\s[^.,;?!()|\n]{0,60}?)?[,(\s]\s?(?:(?:but\s)?only\s)?(?:if|when|provided(?: that)?|in case|assuming|should)(?!\p{L})(?! (?:applicable|any|known)[\s,)]))`,
    raw`^["')\]]*\s(?:would|could|might|may)\s(?:only\s)?(?:need|require|depend)(?!\p{L})`,
    raw`^["')\]]*\s(?:would|could|might)\s(?:only\s)?(?:\p{L}+\s){1,3}(?:only\s)?(?:if|had|when|were)(?!\p{L})`,
  ),
  "iu",
);

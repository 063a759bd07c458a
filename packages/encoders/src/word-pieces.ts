import { Tokenizer } from "@huggingface/tokenizers";
import { strip } from "@medhelm/core/metrics/python-text";
import { UserError } from "@medhelm/core/user-error";

/** The number of positions of BERT. Longer texts are truncated. */
const MAX_TOKENS = 512;

// @huggingface/tokenizers 0.2.0 compares UTF-16 units, so it does not separate the CJK characters beyond the first Unicode plane.
const RARE_CJK = /[\u{20000}-\u{2A6DF}\u{2A700}-\u{2CEAF}\u{2F800}-\u{2FA1F}]/gu;

export interface WordPieces {
  readonly ids: readonly number[];
  /** One flag per id: false for [CLS] and [SEP], even if the text itself contains them. */
  readonly counts: readonly boolean[];
}
export interface WordPieceTokenizer {
  readonly vocabularySize: number;
  encode(text: string): WordPieces;
}

/**
 * Tokenizes like bert_score with the slow tokenizer: the text stripped as in Python, then [CLS], at most 510 word pieces and [SEP].
 * @throws UserError if the file is not the tokenizer of a BERT model
 */
export function wordPieceTokenizer(
  files: { readonly tokenizer: Readonly<Record<string, unknown>>; readonly config: Readonly<Record<string, unknown>> },
  label: string,
): WordPieceTokenizer {
  const tokenizer = open(files, label);
  const cls = tokenizer.token_to_id("[CLS]");
  const sep = tokenizer.token_to_id("[SEP]");
  if (cls === undefined || sep === undefined)
    throw new UserError(`${label} has no tokens [CLS] and [SEP]: it is not the tokenizer of a BERT model`);
  return {
    vocabularySize: tokenizer.get_vocab().size,
    encode(text) {
      const stripped = strip(text).replaceAll(RARE_CJK, " $& ");
      // The library's truncation would remove the last [SEP], so the special tokens are added here.
      const pieces = stripped === "" ? [] : tokenizer.encode(stripped, { add_special_tokens: false }).ids;
      const ids = [cls, ...pieces.slice(0, MAX_TOKENS - 2), sep];
      return { ids, counts: ids.map((id) => id !== cls && id !== sep) };
    },
  };
}

function open(files: Parameters<typeof wordPieceTokenizer>[0], label: string): Tokenizer {
  try {
    return new Tokenizer(files.tokenizer, files.config);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`${label} is not a readable tokenizer (${why}): download it again`, { cause });
  }
}

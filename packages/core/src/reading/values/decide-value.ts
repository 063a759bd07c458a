import { isWeaker, type Strength } from "../commitments/commitment.ts";
import { decide, type IsSame } from "../commitments/decide.ts";
import type { AskedFor } from "../quantities/asked-for.ts";
import type { Reading, Step } from "../reading.ts";
import type { ReplyText } from "../text/reply-text.ts";
import { decisiveOf } from "./decisive.ts";
import { withoutDoubted } from "./doubted.ts";
import { exactOf, withoutClasses } from "./exact-value.ts";
import { withoutImpossible } from "./impossible.ts";
import { isUnsure } from "./is-unsure.ts";
import { ofChosenWay } from "./chosen-way.ts";
import { parallelWays } from "./parallel-ways.ts";
import { withoutRefined } from "./refined.ts";
import { withWays } from "./several-ways.ts";
import type { Statement } from "./statement.ts";
import { withoutSuperseded } from "./superseded.ts";
import type { ValuePlace } from "./value-place.ts";
import { statements } from "./value-statements.ts";
import { wholeOf } from "./whole.ts";

/** Decides which place gives the value that the reply commits to. */
export function decideValue<T>(
  text: ReplyText,
  all: readonly ValuePlace<T>[],
  { asked, isSame, least }: { asked: AskedFor; isSame: IsSame<T>; least: Strength | undefined },
  before: readonly Step[],
): Reading<T> {
  const found = statements(text.text, firm(all), asked);
  return decide<T, Statement<T>>(text, found, before, {
    isSame,
    deciding: (kept) =>
      ofChosenWay(text.text, kept, all, isSame) ??
      withWays(
        deciding(
          text.text,
          asked,
          withoutImpossible(
            text.text,
            withoutDoubted(text.text, withoutRefined(text.text, withoutSuperseded(text.text, kept))),
          ),
          all,
          isSame,
          least,
        ),
        (last) => parallelWays(text.text, all, last, asked),
        isSame,
      ),
    isAnswer: ({ strength }) => strength !== "in brackets",
    withoutValue: "found a range",
    nameOf: ({ strength }) => strength,
  });
}

/** The strongest statements, and another value that is possible too; none if they are not sure enough. */
function deciding<T>(
  text: string,
  asked: AskedFor,
  kept: readonly Statement<T>[],
  all: readonly ValuePlace<T>[],
  isSame: IsSame<T>,
  least: Strength | undefined,
): readonly Statement<T>[] {
  const unclassed = withoutClasses(text, kept);
  const strongest = wholeOr(
    exactOf(text, decisiveOf(text, asked, unclassed, isSame)),
    () => wholeOf(text, kept, all),
    isSame,
  );
  const [last] = strongest.slice(-1);
  if (last === undefined) return [];
  const also = kept.find((one) => one.isAlso && strongest.some(({ sentence }) => sentence === one.sentence));
  if (also !== undefined) return [also, ...strongest];
  return last.value !== undefined && isUnsure(text.trimEnd(), last.strength, least) ? [] : strongest;
}

/** Several different values yield to the one that is their sum. */
function wholeOr<T>(
  group: readonly Statement<T>[],
  findWhole: () => Statement<T> | undefined,
  isSame: IsSame<T>,
): readonly Statement<T>[] {
  const values = group.flatMap((one) => one.values);
  const [last] = group.slice(-1);
  const isOne = values.every((value) => last?.value !== undefined && isSame(value, last.value));
  const whole = isOne ? undefined : findWhole();
  return whole === undefined || isWeaker(whole.strength, "result") ? group : [whole];
}

/** Doubtful places count only where there is no other. */
function firm<T>(all: readonly ValuePlace<T>[]): readonly ValuePlace<T>[] {
  const kept = all.filter(({ isDoubtful }) => isDoubtful !== true);
  return firstAndLast(kept.length > 0 ? kept : all);
}

/** A reply in a loop may name values more often. The places in the middle add nothing. */
const MOST = 1000;
const firstAndLast = <V>(all: readonly V[]): readonly V[] =>
  all.length > 2 * MOST ? [...all.slice(0, MOST), ...all.slice(-MOST)] : all;

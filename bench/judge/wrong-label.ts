import { heldBack } from "../../lib/crawl/labels.ts";
import type { Need } from "../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";

/** Labelled pages, all rightly, and a page that is not good and not among them. */
export interface RightLabels extends Pick<Need, "good" | "bad" | "seen"> {
  readonly other: PageView;
}

/** Which labels are held back as contradicting all others, and what that does to a judge. */
export interface HeldLabels {
  /** Whether the wrong one is held back, when one of the good labels is of a page that is not good; and a right one then. */
  readonly isWrongHeld: boolean;
  readonly isRightHeld: boolean;
  /** Whether a right one is, when all labels are right. */
  readonly isRightHeldOfRight: boolean;
  /** R-precision, in [0,1], with right labels; with a wrong one; with what is held back of these; and when that was looked at. */
  readonly right: number;
  readonly rightHeld: number;
  readonly wrong: number;
  readonly wrongHeld: number;
  readonly lookedAt: number;
}

type Labels = Omit<RightLabels, "other">;

/** Replaces the first good page by another one, and returns what is held back of both needs; `rPrecision` is that of a judge. */
export function holdWrongLabel(
  { other, ...right }: RightLabels,
  rPrecision: (labels: Labels) => number,
): HeldLabels {
  const wrong = { ...right, good: [other, ...right.good.slice(1)] };
  const [held, heldOfRight] = [heldOf(wrong), heldOf(right)];
  const isWrongHeld = held === other;
  const corrected = { ...wrong, good: right.good.slice(1), bad: [...right.bad, other] };
  const without = (labels: Labels, page: PageView | undefined) =>
    rPrecision({ ...labels, good: labels.good.filter((each) => each !== page) });
  const ofWrong = rPrecision(wrong);
  return {
    isWrongHeld,
    isRightHeld: held !== undefined && !isWrongHeld,
    isRightHeldOfRight: heldOfRight !== undefined,
    right: rPrecision(right),
    rightHeld: without(right, heldOfRight),
    wrong: ofWrong,
    wrongHeld: without(wrong, held),
    lookedAt: isWrongHeld ? rPrecision(corrected) : ofWrong,
  };
}

/** Each label was given once, by a person. */
function heldOf({ good, bad }: Labels): PageView | undefined {
  const given = (pages: readonly PageView[], label: number) =>
    pages.map(({ url }) => ({ at: 0, url, label }));
  const [held] = heldBack({ good, bad }, [...given(good, 1), ...given(bad, 0)]);
  return good.find(({ url }) => url === held);
}

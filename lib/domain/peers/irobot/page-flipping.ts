/** A number, `Next` or `Previous`, and signs around: the vocabulary of iRobot as Xu, Gao & Callan 2018 report it. */
const FLIPS = /^[^\p{L}\p{N}]*(?:\d{1,6}|next|previous)[^\p{L}\p{N}]*$/iu;

/** Does a link with this text turn to another page of what it stands on? */
export function flipsPage(anchorText: string): boolean {
  return FLIPS.test(anchorText);
}

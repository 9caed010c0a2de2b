/**
 * A number, `Next` or `Previous`, with punctuation around: iRobot's vocabulary as reported by Xu,
 * Gao & Callan 2018.
 */
const FLIPS = /^[^\p{L}\p{N}]*(?:\d{1,6}|next|previous)[^\p{L}\p{N}]*$/iu;

/** Returns whether a link with this text turns to another page of the same content. */
export function flipsPage(anchorText: string): boolean {
  return FLIPS.test(anchorText);
}

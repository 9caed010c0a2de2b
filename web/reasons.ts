import { whyInWords } from "../lib/domain/methods/label-need.ts";

/** A reason of the crawl for its score of a page, or against it. */
export interface Reason {
  readonly words: string;
  readonly isFor: boolean;
}

/** Most reasons shown: those behind say little. */
const MOST = 8;

/**
 * Reads the reasons in what a record says of its page, such as `similar 0.72: bee, honei; the link to it says bee; like pages
 * called alike 0.35; judged again with 700 pages`. Stems are shown as the words `marked` in the text that they are of.
 */
export function reasonsOf(why: string, marked: readonly string[] = []): readonly Reason[] {
  return whyInWords(why)
    .split(";")
    .flatMap(reasonsIn)
    .slice(0, MOST)
    .map(({ words, isFor }) => ({ words: inFull(words, marked), isFor }));
}

/** Fewest letters that a stem and its word have in common: the last one of a stem may be another. */
const LEAST_COMMON = 3;

function inFull(words: string, marked: readonly string[]): string {
  const stem = /\p{L}+$/u.exec(words)?.[0] ?? "";
  const common = stem.slice(0, Math.max(LEAST_COMMON, stem.length - 1));
  const word = marked.map((each) => each.toLowerCase()).find((each) => each.startsWith(common));
  return word === undefined || stem.length < LEAST_COMMON
    ? words
    : words.slice(0, -stem.length) + word;
}

function reasonsIn(clause: string): readonly Reason[] {
  const words = clause.trim();
  if (words === "" || words.startsWith("judged again")) return [];
  const alike = /^like pages called alike (\d?\.?\d+)$/.exec(words)?.[1];
  if (alike !== undefined) return [alikeReason(Number(alike))];
  const link = /^the link to it says (.+)$/.exec(words)?.[1];
  if (link !== undefined) return link.split(", ").map((word) => signOf(`link: ${word}`));
  if (/^(?:raised|lowered) by /.test(words)) return signsIn(words);
  const signs = /^[\w ]+ \d?\.?\d+: (.+)$/s.exec(words)?.[1];
  if (signs !== undefined) return signsIn(signs);
  // Figures of single judges, without a word that they went by.
  return /^[\w ]+ \d?\.?\d+$/.test(words) ? [] : [{ words, isFor: true }];
}

/** Reads signs that one list says are for the page, and the next against it. */
function signsIn(signs: string): readonly Reason[] {
  let isRaised = true;
  return signs.split(", ").map((sign) => {
    const change = /^(raised|lowered) by (.+)$/s.exec(sign.trim());
    if (change !== null) isRaised = change[1] === "raised";
    const { words, isFor } = signOf(change?.[2] ?? sign);
    return { words, isFor: isFor === isRaised };
  });
}

function alikeReason(share: number): Reason {
  const isFor = share >= 0.5;
  return { words: `${isFor ? "like" : "unlike"} the pages called relevant`, isFor };
}

function signOf(sign: string): Reason {
  const words = sign.trim();
  const isAgainst = words.startsWith("not ");
  return { words: isAgainst ? words.slice("not ".length) : words, isFor: !isAgainst };
}

/** A reason of the crawl for its score of a page, or against it. */
export interface Reason {
  readonly words: string;
  readonly isFor: boolean;
}

/** Most reasons shown: those behind say little. */
const MOST = 8;

/**
 * Reads the reasons in what a record says of its page, such as `similar 0.72: bees, honey; the link to it says bee; like pages
 * called alike 0.35; judged again with 700 pages`.
 */
export function reasonsOf(why: string): readonly Reason[] {
  return why.split(";").flatMap(reasonsIn).slice(0, MOST);
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
  const words = sign.trim().replace(/\bpairs: /, "phrase: ");
  const isAgainst = words.startsWith("not ");
  return { words: isAgainst ? words.slice("not ".length) : words, isFor: !isAgainst };
}

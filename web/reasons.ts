/** A reason of the crawl for its score of a page, or against it. */
export interface Reason {
  readonly words: string;
  readonly isFor: boolean;
}

/** Most reasons shown of each side: those behind say little. */
const MOST = 5;

/** Clauses that are neither measured nor listed, and speak against a page. */
const AGAINST = /^(?:labelled irrelevant|none of |declares no |language |noindex|a page, where )/;

/**
 * Reads the reasons in what a record says of its page, such as `similar 0.72: bees, honey; the link to it says bee; like pages
 * called alike 0.35; judged again with 700 pages`. Those for the page come first, so that none hides behind those against it.
 */
export function reasonsOf(why: string): readonly Reason[] {
  const all = why.split(";").flatMap(reasonsIn);
  const one = new Map(all.map((reason) => [`${reason.isFor} ${reason.words}`, reason]));
  const side = (isFor: boolean) => [...one.values()].filter((each) => each.isFor === isFor);
  return [...side(true).slice(0, MOST), ...side(false).slice(0, MOST)];
}

function reasonsIn(clause: string): readonly Reason[] {
  const words = clause
    .trim()
    .replace(/^without: /, "")
    .replace("no query term on the page", "none of the topic’s words");
  if (words === "" || words.startsWith("judged again")) return [];
  const alike = /^like pages called alike (\d?\.?\d+)$/.exec(words)?.[1];
  if (alike !== undefined) return [alikeReason(Number(alike))];
  const link = /^the link to it says (.+)$/.exec(words)?.[1];
  if (link !== undefined) return link.split(", ").map((word) => signOf(`link: ${word}`));
  if (/^(?:raised|lowered) by /.test(words)) return signsIn(words);
  const signs = /^[\w ]+ \d?\.?\d+: (.+)$/s.exec(words)?.[1];
  if (signs !== undefined) return signsIn(signs);
  // Figures of single judges, without a word that they went by.
  if (/^[\w ]+ \d?\.?\d+(?:, nothing known on it)?$/.test(words)) return [];
  return [{ words, isFor: !AGAINST.test(words) }];
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
  // Models know numbers by their length alone.
  const words = sign
    .trim()
    .replace(/\bbody: /, "")
    .replace(/\bpairs: /, "phrase: ")
    .replaceAll(/\b0+\b/g, "number");
  const isAgainst = words.startsWith("not ");
  return { words: isAgainst ? words.slice("not ".length) : words, isFor: !isAgainst };
}

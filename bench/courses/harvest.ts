import type { Crawled } from "./jobs.ts";

/** Pages fetched at which harvests are compared. */
export const CHECKPOINTS: readonly number[] = [25, 50, 100, 200, 300];

type Fetched = Pick<Crawled, "isTarget">;

/** Target pages ÷ pages, among the first so many; a crawl that ended before has fetched none of the rest. */
export function harvestWithin({ isTarget }: Fetched, pages: number): number {
  return count(isTarget.slice(0, pages)) / pages;
}

/** Pages fetched up to the first target, that one counted; infinite where there is none. */
export function pagesToTarget({ isTarget }: Fetched): number {
  const at = isTarget.indexOf(true);
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
}

/** Pages fetched when the harvest first was at least this rate; infinite where it never was. */
export function pagesToHarvest({ isTarget }: Fetched, rate: number): number {
  let targets = 0;
  for (const [at, isOne] of isTarget.entries()) {
    targets += isOne ? 1 : 0;
    if (targets >= rate * (at + 1)) return at + 1;
  }
  return Number.POSITIVE_INFINITY;
}

/** How well a crawl knew targets when it had fetched them; not numbers where there was nothing to know. */
export function gathering({ isTarget, isGathered }: Crawled): {
  readonly precision: number;
  readonly recall: number;
} {
  const right = count(isTarget.map((isOne, at) => isOne && isGathered[at] === true));
  return { precision: right / count(isGathered), recall: right / count(isTarget) };
}

function count(marks: readonly boolean[]): number {
  return marks.filter((mark) => mark).length;
}

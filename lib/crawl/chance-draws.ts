import { chanceShare } from "../domain/frontier/chance-rank.ts";
import { isGood } from "../domain/methods/label-need.ts";
import type { PageRecord, PageVerdict } from "../domain/page/page-record.ts";
import type { ChanceEvidence } from "../domain/stats/intervals/left-bound.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { FrontierCount } from "../ports/frontier.ts";

/** Draws for their worth by whose results the share of draws by chance is set. */
const RECENT = 100;

/** The parts of a record that count. */
export interface Drawn extends Pick<PageRecord, "url" | "depth" | "chanceRank"> {
  readonly page: Pick<PageVerdict, "isTarget"> | undefined;
}

/** Verdicts of people, by URL: whether a page is relevant. */
export type Verdicts = ReadonlyMap<Url, boolean>;

/** Returns the verdicts that labels give. */
export function verdictsOf(labels: ReadonlyMap<Url, number> = new Map()): Verdicts {
  return new Map(Array.from(labels, ([url, label]) => [url, isGood({ label })]));
}

/** A page that was drawn by chance. */
interface ChancePage {
  readonly rank: number;
  readonly isTarget: boolean;
}

/** What a crawl has found, and what its draws by chance have. Seeds do not count: they are given. */
export class ChanceDraws {
  readonly #pages = new Map<Url, ChancePage>();
  /** Ranks of the relevant ones: few, and needed before each draw. */
  readonly #hits = new Map<Url, number>();
  /** Relevant pages among all. */
  #found = 0;
  /** Draws by chance, to pages or in vain, and those that should have been. */
  #drawn = 0;
  #due = 0;
  /** Draws for their worth, and the relevant pages among them; results of the last ones. */
  #forWorth = 0;
  #worth = 0;
  readonly #recent: boolean[] = [];

  /** Counts a record; one that replaces another of its URL counts alone. */
  count(record: Drawn, replaced: Drawn | undefined): void {
    if (record.depth === 0) return;
    const isTarget = record.page?.isTarget === true;
    this.#found += Number(isTarget) - Number(replaced?.page?.isTarget === true);
    const { chanceRank: rank } = record;
    if (rank !== undefined && record.page !== undefined)
      this.#countChance(record.url, { rank, isTarget });
    if (replaced === undefined) this.#countDraw(rank !== undefined, isTarget);
  }

  #countChance(url: Url, page: ChancePage): void {
    this.#pages.set(url, page);
    if (page.isTarget) this.#hits.set(url, page.rank);
    else this.#hits.delete(url);
  }

  #countDraw(isByChance: boolean, isTarget: boolean): void {
    if (isByChance) this.#drawn += 1;
    else {
      this.#forWorth += 1;
      this.#worth += Number(isTarget);
      this.#recent.push(isTarget);
      if (this.#recent.length > RECENT) this.#recent.shift();
    }
    this.#due += this.#share();
  }

  #share(): number {
    const recent = this.#recent.filter(Boolean).length / Math.max(1, this.#recent.length);
    return chanceShare(recent, this.#worth / Math.max(1, this.#forWorth));
  }

  /** Returns how many of the next draws are by chance, those under way left out. */
  due({ chance }: Pick<FrontierCount, "chance">): number {
    return Math.max(0, Math.floor(this.#due) - this.#drawn - (chance?.pending ?? 0));
  }

  /**
   * Relevant pages found; a person's verdict goes before the crawl's. `labelled` are the records of pages with
   * a verdict that this has counted as the crawl judged them.
   */
  found(verdicts: Verdicts, labelled: Iterable<Drawn>): number {
    let found = this.#found + this.#hitsBy(verdicts).length - this.#hits.size;
    for (const { url, depth, page } of labelled) {
      const verdict = verdicts.get(url);
      if (verdict === undefined || page === undefined || depth === 0) continue;
      if (!this.#pages.has(url)) found += Number(verdict) - Number(page.isTarget);
    }
    return found;
  }

  /** Pages that were drawn by chance, and those of them that people judged. */
  judged(verdicts: Verdicts): { readonly draws: number; readonly byPeople: number } {
    const byPeople = [...verdicts.keys()].filter((url) => this.#pages.has(url)).length;
    return { draws: this.#pages.size, byPeople };
  }

  #hitsBy(verdicts: Verdicts): readonly number[] {
    if (verdicts.size === 0) return [...this.#hits.values()];
    const hits = new Map(this.#hits);
    for (const [url, isTarget] of verdicts) {
      const rank = this.#pages.get(url)?.rank;
      if (rank === undefined) continue;
      if (isTarget) hits.set(url, rank);
      else hits.delete(url);
    }
    return [...hits.values()];
  }

  /** Returns what the draws say of the links that wait. */
  evidence(
    { states, chance }: Pick<FrontierCount, "states" | "chance">,
    verdicts: Verdicts,
  ): ChanceEvidence {
    const hits = this.#hitsBy(verdicts);
    const { level, pending } = chance ?? { level: 0, pending: 0 };
    return { hits, level, pending, waiting: states.waiting + states.leased };
  }
}

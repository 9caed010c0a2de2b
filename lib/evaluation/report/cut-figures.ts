/** The cut that decides which pages are called relevant, with what lies just above and below it. */
import type { Cut, CutName } from "../../domain/methods/cut.ts";
import { keepGreatest } from "../../domain/stats/sorted.ts";
import { safeText } from "../../domain/text/safe-text.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import { count, counted } from "./figure-text.ts";

/** The cut of a run's last look that its readers use. */
export interface UsedCut extends Cut {
  /** `undefined` where a least score was asked for instead. */
  readonly name: CutName | undefined;
  /** Number of pages that the cuts call; absent where a least score was asked for. */
  readonly called: Readonly<Record<CutName, number>> | undefined;
  /** Pages that the look judged, and the time that it took for each, in ms. */
  readonly pages: number;
  readonly msPerPage: number;
  /** Why no page is called. */
  readonly cannotTell: string | undefined;
}

/** A page near a cut. */
interface NearPage {
  readonly url: Url;
  /** In [0,1]. */
  readonly utility: number;
}

/** A cut with the pages nearest to it, nearest first. */
export interface CutFigures extends UsedCut {
  readonly above: readonly NearPage[];
  readonly below: readonly NearPage[];
}

/** Pages shown on either side of a cut. */
const SHOWN = 3;

/** Finds what lies just above and below a cut; `undefined` before the first look. */
export async function cutFigures(
  records: Pick<RecordStore, "list">,
  used: UsedCut | undefined,
): Promise<CutFigures | undefined> {
  if (used === undefined) return undefined;
  const [above, below]: [NearPage[], NearPage[]] = [[], []];
  const { at } = used;
  if (at !== null)
    for await (const { url, page } of records.list()) {
      if (page === undefined) continue;
      const { utility } = page;
      const side = utility >= at ? above : below;
      keepGreatest(side, { url, utility }, SHOWN, (near) => -Math.abs(near.utility - at));
    }
  return { ...used, above, below };
}

/** Says where the cut is, what it was placed by, and which pages are nearest to it, a line each. */
export function cutInWords(figures: CutFigures): readonly string[] {
  const { at, name, called, cannotTell, above, below } = figures;
  if (cannotTell !== undefined) return [`no page is called relevant: ${cannotTell}`];
  if (at === null) return ["pages are called relevant as their judge says"];
  const which = name === undefined || called === undefined ? "" : ` (${namedCounts(name, called)})`;
  return [
    `called relevant from a score of ${at.toFixed(3)} on, ${placedBy(figures)}${which}`,
    ...nearLine("just above", above),
    ...nearLine("just below", below),
  ];
}

function namedCounts(name: CutName, called: Readonly<Record<CutName, number>>): string {
  const other = name === "complete" ? "clean" : "complete";
  const pages = counted(called[name], "page");
  return `need.cut ${name}: ${pages}; ${other}: ${count(called[other])}`;
}

/** Says what a cut was placed by. */
export function placedBy({ by, name, cannotTell }: UsedCut): string {
  if (cannotTell !== undefined) return cannotTell;
  if (by === "asked") return "as asked";
  if (by === "judge") return "the threshold of the judge";
  if (by === "labels") return "where labels put it";
  return name === "clean"
    ? "where the scores of those called fall apart"
    : "where the scores fall apart";
}

function nearLine(where: string, pages: readonly NearPage[]): string[] {
  if (pages.length === 0) return [];
  return [
    `  ${where}: ${pages.map(({ url, utility }) => `${utility.toFixed(3)} ${safeText(url)}`).join(", ")}`,
  ];
}

/** The records of a run as its last look judges them, under the cut that is asked for. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { RecordTally } from "../../adapters/record-tally.ts";
import { type KeptLook, readLook } from "../../adapters/sqlite/look-store.ts";
import { isKeptOut } from "../../crawl/judge-page.ts";
import { type Cut, type CutName, isCalled, type LookVerdict } from "../../domain/methods/cut.ts";
import type { PageRecord, PageVerdict } from "../../domain/page/page-record.ts";
import type { UsedCut } from "../../evaluation/report/cut-figures.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import { RUN_FILES } from "./run-database.ts";

/** What a look found as a whole. */
export interface LookFacts {
  /** A digest of all that it depends on. */
  readonly key: string;
  /** Records of the run, and pages judged, when it was made. */
  readonly records: number;
  readonly pages: number;
  readonly cuts: Readonly<Record<CutName, Cut>>;
  /** Number of pages called by each cut. */
  readonly called: Readonly<Record<CutName, number>>;
  /** Time of judging a page, in ms. */
  readonly msPerPage: number;
  /** Why no page is called, whatever its score. */
  readonly cannotTell?: string | undefined;
  /** Labels that it knew, and pages whose labels are held back; looks of earlier versions held none. */
  readonly labels?: number;
  readonly held?: readonly string[];
}

/** Which pages of a run are called. */
export interface CutChoice {
  readonly cut?: CutName | undefined;
  /** Least score of a called page, in [0,1], instead of a cut. */
  readonly minScore?: number | undefined;
}

/** Returns the cut that readers use; `undefined` before the first look. */
export function usedCut(
  facts: LookFacts | undefined,
  { cut: name = DEFAULT_CUT, minScore }: CutChoice,
): UsedCut | undefined {
  if (facts === undefined) return undefined;
  const { pages, msPerPage, cannotTell, cuts, called } = facts;
  const looked = { pages, msPerPage };
  if (minScore !== undefined)
    return {
      ...looked,
      at: minScore,
      by: "asked",
      name: undefined,
      called: undefined,
      cannotTell: undefined,
    };
  return { ...looked, ...cuts[name], name, called, cannotTell };
}

const DEFAULT_CUT: CutName = "complete";

/** The look of a run, as its readers see it. */
export interface ReadableLook {
  about(): LookFacts | undefined;
}

/** Reads the last look of a run, also one that is made, or made again, while the run is open. */
export function keptLook(directory: string): ReadableLook & Omit<KeptLook, "about"> {
  const file = join(directory, RUN_FILES.look);
  let of = fileOf(file);
  let { about, ...kept } = readLook(file);
  const look = {
    ...kept,
    about() {
      if (fileOf(file) !== of) {
        look.close();
        of = fileOf(file);
        ({ about, ...kept } = readLook(file));
        Object.assign(look, kept);
      }
      // Only `lookAtRun` writes the file.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      return about() as LookFacts | undefined;
    },
  };
  return look;
}

/** Tells a file from one that took its place; a file that is still empty is none. */
function fileOf(file: string): number | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined || stats.size === 0 ? undefined : stats.ino;
}

/**
 * Returns the records of a run with the verdicts of its last look; pages fetched since have those of the crawl. The
 * choice is asked for at each reading, as it may change.
 */
export function lookedRecords(
  records: RecordStore,
  look: Pick<KeptLook, "get"> & ReadableLook,
  choice: () => CutChoice,
): RecordStore {
  const judgedBy = (facts: LookFacts | undefined) => {
    const { cut: name = DEFAULT_CUT, minScore } = choice();
    const asked: Cut | undefined =
      minScore === undefined ? undefined : { at: minScore, by: "asked" };
    const cut = asked ?? facts?.cuts[name];
    return (record: PageRecord): PageRecord => {
      const verdict = record.page && facts && look.get(record.url);
      if (verdict === undefined || facts === undefined)
        return asked === undefined ? record : atLeast(record, asked);
      const used = facts.cannotTell === undefined || asked ? cut : undefined;
      return withVerdict(record, verdict, used, facts.pages);
    };
  };
  const list: RecordStore["list"] = async function* (after) {
    const judged = judgedBy(look.about());
    for await (const record of records.list(after)) yield judged(record);
  };
  return {
    ...records,
    list,
    async get(url) {
      const record = await records.get(url);
      return record && judgedBy(look.about())(record);
    },
    async totals() {
      const facts = look.about();
      const totals = await records.totals();
      const { cut: name = DEFAULT_CUT, minScore } = choice();
      if (facts === undefined && minScore === undefined) return totals;
      if (minScore === undefined && facts?.records === totals.records)
        return { ...totals, targets: facts.called[name] };
      const tally = new RecordTally();
      for await (const record of list()) tally.add(record, 1);
      return tally.totals();
    },
  };
}

/** `cut` is absent where the judge cannot tell: then no page is called but by a label. */
function withVerdict(
  record: PageRecord,
  { least, label, ...verdict }: LookVerdict,
  cut: Cut | undefined,
  pages: number,
): PageRecord {
  if (record.page === undefined) return record;
  const isTarget =
    cut === undefined ? label?.isGood === true : isCalled({ ...verdict, least }, cut);
  const fields = isTarget ? verdict.fields : {};
  const by = `; judged again with ${pages.toLocaleString("en")} pages`;
  // What a rule decides, more pages do not change.
  const why = least === undefined ? verdict.why : `${verdict.why}${by}`;
  return { ...record, page: { ...record.page, ...verdict, why, isTarget, fields } };
}

/** A page that no look has judged: what its crawl ruled out stays so, and cannot be told from a low score. */
function atLeast(record: PageRecord, { at }: Cut): PageRecord {
  const { page } = record;
  if (page === undefined) return record;
  const isTarget = !isRuledOut(page) && page.utility >= (at ?? 1);
  return { ...record, page: { ...page, isTarget } };
}

/** Returns whether a crawl ruled a page out, whatever its score. */
export function isRuledOut(page: PageVerdict): boolean {
  return isKeptOut(page) || page.copyOf !== undefined;
}

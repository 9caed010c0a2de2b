/** What an assessor said of the pages of a run, how it agrees with people, and which pages it is asked about. */
import { CAPPED, type Spend, type SpendCap, SpendLedger } from "../domain/cost/spend.ts";
import { isGood } from "../domain/methods/label-need.ts";
import type { PageRecord, PageVerdict } from "../domain/page/page-record.ts";
import { cohenKappa, type Kappa } from "../domain/stats/intervals/prediction-quality.ts";
import { hashToUnit } from "../domain/stats/random/random.ts";
import { keptFromAssessors, type Purpose } from "../domain/web/signals/signals.ts";
import { originOf } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { AssessedAs, Assessment, AssessmentEntry } from "../ports/assessment-store.ts";
import type { PageLabel } from "../ports/label-store.ts";
import type { RecordStore } from "../ports/record-store.ts";
import { uncertainPages } from "./label-queue.ts";

/** Returns the last answer about each page. */
export function currentAssessments(
  entries: readonly AssessmentEntry[],
): ReadonlyMap<Url, Assessment> {
  const answers = entries.filter((entry) => entry.kind === "answer");
  return new Map(answers.map((answer) => [answer.url, answer]));
}

/** What an assessor has said and cost. */
export interface AssessedFigures extends Spend {
  /** Models by their own words, in the order of their first answer. */
  readonly models: readonly string[];
  /** Pages by the last answer about them. */
  readonly pages: Readonly<Record<AssessedAs, number>>;
  /** Whether the next request could pass the cap. */
  readonly capped: boolean;
  /** On the pages that people judged, too; `undefined` when there are none. */
  readonly agreement: Kappa | undefined;
}

/** Counts what an assessor has said, beside what people say; `undefined` when it was never asked. */
export function assessedFigures(
  entries: readonly AssessmentEntry[],
  ofPeople: Iterable<Pick<PageLabel, "url" | "label">>,
  cap: SpendCap = {},
): AssessedFigures | undefined {
  if (entries.length === 0) return undefined;
  const answers = currentAssessments(entries);
  const pages: Record<AssessedAs, number> = { yes: 0, no: 0, unsure: 0, none: 0 };
  for (const { verdict } of answers.values()) pages[verdict] += 1;
  const pairs = [...ofPeople].flatMap((label): (readonly [boolean, boolean])[] => {
    const verdict = answers.get(label.url)?.verdict;
    return verdict === "yes" || verdict === "no" ? [[isGood(label), verdict === "yes"]] : [];
  });
  const models = [...new Set(Array.from(answers.values(), ({ model }) => model))];
  const agreement = pairs.length === 0 ? undefined : cohenKappa(pairs);
  const ledger = new SpendLedger(cap, entries);
  return { models, pages, ...ledger.spent, capped: ledger.isFull(), agreement };
}

/** Counts the pages that an assessor has given an answer about. */
export function pagesRead({ pages }: Pick<AssessedFigures, "pages">): number {
  return Object.values(pages).reduce((sum, count) => sum + count, 0);
}

/** Says in a line or two what an assessor has said and cost, and how people agree with it. */
export function assessedInWords({
  models,
  pages,
  requests,
  dollars,
  capped,
  agreement,
}: AssessedFigures): string {
  const read = pagesRead({ pages });
  const parts = Object.entries(pages)
    .filter(([verdict, count]) => count > 0 || verdict === "yes" || verdict === "no")
    .map(([verdict, count]) => `${count.toLocaleString("en")} ${WORDS[verdict] ?? verdict}`);
  const by = models.length === 0 ? "an assessor, which has not answered yet" : models.join(", ");
  const cost = dollars === 0 ? "" : `, ${dollars.toPrecision(2)} $`;
  const said = `read by ${by}, a machine: ${read.toLocaleString("en")} pages (${parts.join(", ")}); ${requests.toLocaleString("en")} requests${cost}${capped ? `; ${CAPPED}` : ""}`;
  if (agreement === undefined) return said;
  const kappa = agreement.kappa === undefined ? "" : ` (κ ${agreement.kappa.toFixed(2)})`;
  return `${said}\npeople and it agree on ${agreement.agreed} of the ${agreement.pages} pages that both judged${kappa}`;
}

const WORDS: Readonly<Record<string, string>> = { none: "not readable" };

/** A page that may be asked about. */
export interface AssessablePage {
  readonly url: Url;
  readonly utility: number;
}

/** The pages of a run by whether an assessor may be asked about them. */
export interface AssessablePages {
  readonly open: readonly AssessablePage[];
  /** Pages that nobody is asked about, by the reason. */
  readonly kept: Readonly<Record<string, number>>;
}

/** What keeps pages from an assessor. */
export interface KeptFrom {
  readonly purpose: Purpose | undefined;
  /** Origins that a session was sent to. */
  readonly sessions: ReadonlySet<string>;
}

/** Returns what keeps the pages of a crawl from an assessor: its purpose, and sites that are sent something of their own. */
export function keptFrom(purpose: KeptFrom["purpose"], origins: Iterable<string>): KeptFrom {
  return { purpose, sessions: new Set(origins) };
}

/**
 * Lists the pages of a run that an assessor may be asked about, in the order of the crawl, and counts the others by
 * the signal of their site, or by what they are. Forgotten pages are none of the run's.
 */
export async function assessablePages(
  records: Pick<RecordStore, "list">,
  from: KeptFrom,
): Promise<AssessablePages> {
  const open: AssessablePage[] = [];
  const kept = new Map<string, number>();
  for await (const { url, page } of records.list()) {
    if (page === undefined) continue;
    const reason = reasonToKeep({ url, page }, from);
    if (reason === undefined) open.push({ url, utility: page.utility });
    else kept.set(reason, (kept.get(reason) ?? 0) + 1);
  }
  return { open, kept: Object.fromEntries(kept) };
}

function reasonToKeep(
  { url, page }: Pick<PageRecord, "url"> & { readonly page: PageVerdict },
  { purpose, sessions }: KeptFrom,
): string | undefined {
  if (page.file !== undefined) return "a file";
  if (page.copyOf !== undefined) return "a copy";
  if (sessions.has(originOf(url))) return "behind a session";
  return signalAgainst(purpose, page);
}

/** Returns the signal of its site by which nobody is asked about a page; `undefined` without one. */
export function signalAgainst(
  purpose: Purpose | undefined,
  page: Pick<PageVerdict, "signals"> | undefined,
): string | undefined {
  return keptFromAssessors(purpose, page?.signals)[0];
}

/**
 * Chooses at most `most` of the pages, by chance within equal parts of the order of their scores: so few stand for
 * all, and the parts are strata.
 */
export function spreadByScore(
  pages: readonly AssessablePage[],
  most: number,
  seed: number,
): readonly AssessablePage[] {
  const keyOf = ({ url }: AssessablePage) => hashToUnit(seed, `assess ${url}`);
  const ordered = pages.toSorted((a, b) => b.utility - a.utility || keyOf(a) - keyOf(b));
  if (ordered.length <= most) return ordered;
  return Array.from({ length: most }, (_, part) => {
    const from = Math.floor((part * ordered.length) / most);
    const to = Math.floor(((part + 1) * ordered.length) / most);
    const [first, ...others] = ordered.slice(from, to);
    if (first === undefined) throw new RangeError("every part has a page");
    return others.reduce((best, page) => (keyOf(page) < keyOf(best) ? page : best), first);
  });
}

/**
 * Chooses pages that teach most: half spread over the scores, so that predictions are calibrated, and half whose
 * verdict is the least certain, so that they are ordered well. `judged` are left out.
 */
export async function pagesThatTeach(
  records: Pick<RecordStore, "list">,
  pages: readonly AssessablePage[],
  {
    judged,
    most,
    seed,
  }: { readonly judged: ReadonlySet<Url>; readonly most: number; readonly seed: number },
): Promise<readonly AssessablePage[]> {
  const open = pages.filter(({ url }) => !judged.has(url));
  const spread = spreadByScore(open, Math.ceil(most / 2), seed);
  const left = new Map(open.map((page) => [page.url, page]));
  for (const { url } of spread) left.delete(url);
  const closed = { has: (url: Url) => !left.has(url) };
  const uncertain = await uncertainPages(records, { judged: closed, most: most - spread.length });
  return [...spread, ...uncertain.flatMap(({ url }) => left.get(url) ?? [])];
}

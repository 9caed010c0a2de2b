/** Pages and files as strategies see and judge them. */
import { languageAllowed } from "../domain/frontier/scope.ts";
import { isGood } from "../domain/methods/label-need.ts";
import type { LinkContext, PageAssessment } from "../domain/methods/strategy.ts";
import { declaredBytes, FILE_TYPE, fileName, fileTypeOf } from "../domain/methods/wanted-file.ts";
import { decodePage } from "../domain/page/decode-body.ts";
import { NO_FIELDS } from "../domain/page/extract-fields.ts";
import {
  type LanguageReading,
  withDetectedLanguage,
} from "../domain/page/language/page-language.ts";
import {
  asksNotToIndex,
  type ExtractedFields,
  type FileFacts,
  type PageVerdict,
} from "../domain/page/page-record.ts";
import type { TextView } from "../domain/page/page-view.ts";
import { parsePage } from "../domain/page/parse-page.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import { signalsOfHeaders, withSignals } from "../domain/web/signals/signals.ts";
import type { CanonicalOptions } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { Clock } from "../ports/clock.ts";
import type { CrawlPlan, DecidingPorts, ReadingPlan, TrainedModel } from "./crawl-plan.ts";
import type { ViewedPage } from "./rules.ts";

/** A page with its predicted utility and its fields. */
export interface JudgedPage {
  readonly assessment: PageAssessment;
  /** In a language of the scope: a page in another is no target, and its links are not followed. */
  readonly isLanguageAllowed: boolean;
  /** Says where the site asks to keep the page out of indexes, and is obeyed: the page is no target. */
  readonly asked: Pick<PageVerdict, "noindex">;
  /** Extracted from a target page. */
  readonly fields: ExtractedFields;
}

/**
 * Judges a file that the need asks for; `undefined` for everything else. It is a target, whatever
 * the strategy, under a label of the user and what its site asks of robots.
 */
export function judgeFile(
  { files, labels, politeness }: Pick<ReadingPlan, "files" | "labels" | "politeness">,
  fetched: FetchedPage,
): JudgedPage | undefined {
  const mediaType = fileTypeOf(files, fetched);
  if (mediaType === undefined) return undefined;
  const judged = { utility: 1, isTarget: true, type: FILE_TYPE, why: `a file: ${mediaType}` };
  const label = labels?.get(fetched.url);
  const ruled = label === undefined ? judged : asLabelled(judged, label);
  const noindex =
    politeness.obeyMetaRobots &&
    asksNotToIndex({ signals: signalsOfHeaders(fetched.headers, politeness.robotsName) });
  const assessment = noindex ? notIndexed(ruled) : ruled;
  return { assessment, isLanguageAllowed: true, asked: noindex ? { noindex } : {}, fields: {} };
}

/** The part of a plan by which pages are judged. */
type JudgingPlan = Pick<
  ReadingPlan,
  "languages" | "extract" | "files" | "declared" | "labels" | "politeness"
>;

/**
 * Judges a page by the strategy, under the languages of the scope and what the site asks of robots.
 * Adds the fields of a target. A label of the user replaces the strategy's judgement. Where the need
 * asks for files, no page is a target; where it asks for declared types, those pages are that have one.
 */
export function judgePage(
  plan: JudgingPlan,
  { compiled }: Pick<TrainedModel, "compiled">,
  { html, view }: ViewedPage,
  context: LinkContext,
): JudgedPage {
  return ruled(plan, compiled.assessPage(view, context), { html, view });
}

/** Where the texts of stored pages are: read already, and kept by the store. */
export interface KeptTexts {
  readonly read: ReadonlyMap<Url, TextView>;
  readonly pages: Pick<DecidingPorts["pages"], "texts">;
}

/**
 * Judges a stored page again by its texts, as {@link judgePage} does; `undefined` where they are not kept, and where the
 * strategy, the need or the fields of a target ask for more of it.
 */
export async function judgeKept(
  { read, pages }: KeptTexts,
  { plan, model }: { readonly plan: JudgingPlan; readonly model: Pick<TrainedModel, "compiled"> },
  { url, ...context }: LinkContext & { readonly url: Url },
): Promise<JudgedPage | undefined> {
  const { compiled } = model;
  if (compiled.assessTexts === undefined || plan.declared !== undefined) return undefined;
  const view = read.get(url) ?? (await pages.texts?.(url));
  if (view === undefined) return undefined;
  const assessed = compiled.assessTexts(view, context);
  const judged = ruled({ ...plan, extract: NO_FIELDS }, assessed, { html: "", view });
  return judged.assessment.isTarget && plan.extract !== NO_FIELDS ? undefined : judged;
}

/** Puts a judgement under the rules of the plan. */
function ruled(
  plan: JudgingPlan,
  judged: PageAssessment,
  {
    html,
    view,
  }: { readonly html: string; readonly view: Pick<TextView, "url" | "language" | "signals"> },
): JudgedPage {
  const isLanguageAllowed = languageAllowed(plan.languages, view.language);
  const label = plan.labels?.get(view.url);
  const found = plan.declared === undefined ? judged : asDeclared(judged, plan.declared(html));
  const labelled = label === undefined ? found : asLabelled(found, label);
  const noindex = plan.politeness.obeyMetaRobots && asksNotToIndex(view);
  const sought = plan.files === undefined ? labelled : notAFile(labelled);
  const inScope = isLanguageAllowed ? sought : notInLanguage(sought, view.language);
  const assessment = noindex ? notIndexed(inScope) : inScope;
  return {
    assessment,
    isLanguageAllowed,
    asked: noindex ? { noindex } : {},
    fields: assessment.isTarget ? plan.extract(html) : {},
  };
}

/** Returns whether a page is no target because its site asks to keep it out of indexes. */
export function isKeptOut({ noindex }: Pick<PageVerdict, "noindex">): boolean {
  return noindex === true;
}

/** Returns the verdict of a page that is judged again by a model: what no judgement changes stays. */
export function judgedAgain(
  { noindex: _noindex, ...page }: PageVerdict,
  { assessment, asked, fields }: JudgedPage,
  model: string,
): PageVerdict {
  const { utility, isTarget, type, why } = assessment;
  // A structure that the strategy asked for once may remain evidence.
  const structure = assessment.structure ?? page.structure;
  return { ...page, utility, isTarget, type, structure, why, fields, model, ...asked };
}

/**
 * Returns what the headers of a page that is the same as before say of its use, beside what its verdict says;
 * `undefined` where they begin to keep it out of indexes: then it is judged again.
 */
export function wishesAgain(
  verdict: PageVerdict,
  headers: FetchedPage["headers"],
  { robotsName, obeyMetaRobots }: Pick<CrawlPlan["politeness"], "robotsName" | "obeyMetaRobots">,
): Partial<PageVerdict> | undefined {
  const signals = signalsOfHeaders(headers, robotsName);
  if (obeyMetaRobots && asksNotToIndex({ signals }) && !isKeptOut(verdict)) return undefined;
  return withSignals(verdict, signals);
}

function asLabelled(judged: PageAssessment, label: number): PageAssessment {
  const isTarget = isGood({ label });
  const why = `labelled ${isTarget ? "good" : "bad"}; without: ${judged.why}`;
  return { ...judged, utility: label, isTarget, least: undefined, why };
}

/**
 * Makes a page a target if it declares a type that the need asks for, whatever the strategy. Others are
 * worth nothing, so that strategies learn which links lead to pages that declare one.
 */
function asDeclared(judged: PageAssessment, type: string | undefined): PageAssessment {
  const [utility, what] = type === undefined ? [0, "no type that is looked for"] : [1, type];
  const why = `declares ${what}; without: ${judged.why}`;
  return { ...judged, utility, isTarget: type !== undefined, least: undefined, why };
}

/** Marks a page as no target where files are. Its utility says what links like the one to it are worth. */
function notAFile(judged: PageAssessment): PageAssessment {
  return {
    ...judged,
    isTarget: false,
    least: undefined,
    why: `a page, where files are looked for: ${judged.why}`,
  };
}

function notInLanguage(judged: PageAssessment, language: string | undefined): PageAssessment {
  return {
    ...judged,
    isTarget: false,
    least: undefined,
    why: `language ${language ?? ""} is out of scope`,
  };
}

/**
 * Marks a page as no target. It keeps its utility as evidence of what links like the one to it are
 * worth.
 */
function notIndexed(judged: PageAssessment): PageAssessment {
  const why = `noindex: its site asks to keep it out of indexes; without: ${judged.why}`;
  return { ...judged, isTarget: false, least: undefined, why };
}

/** The contents of a file in the words of a page's record: a name, and no links. */
type FileContents = Pick<
  PageVerdict,
  "mediaType" | "bodyBytes" | "title" | "language" | "links" | "unusableLinks" | "truncated"
> & { readonly file: FileFacts };

/**
 * Returns the contents of a file that the need asks for; `undefined` for everything else. A body
 * that was not read is empty and truncated.
 */
export function fileContents(
  { files }: Pick<CrawlPlan, "files">,
  fetched: FetchedPage,
): FileContents | undefined {
  const mediaType = fileTypeOf(files, fetched);
  if (mediaType === undefined) return undefined;
  const { headers, body, truncated } = fetched;
  const isRead = !truncated || body.byteLength > 0;
  const declared = isRead ? undefined : declaredBytes(headers);
  return {
    mediaType: fetched.mediaType,
    bodyBytes: body.byteLength,
    title: fileName(fetched),
    language: undefined,
    links: 0,
    unusableLinks: {},
    truncated: truncated && isRead ? "bytes" : undefined,
    file: { mediaType, isRead, ...(declared === undefined ? {} : { declaredBytes: declared }) },
  };
}

/**
 * Longest time to parse a page of the live web, in ms: parsing takes milliseconds, and a page that needs
 * seconds was made to need them.
 */
export const MOST_PARSE_MS = 2_000;

const XHTML = "application/xhtml+xml";

/** The limits of one page: its length, and the time to parse it in ms. */
type ViewLimits = Pick<CrawlPlan["limits"], "bodyBytes" | "parseMs">;

/** What a page is read by, apart from its bytes. */
interface ViewReading {
  /** Product token by which a page may address the crawler; only a reader of its signals needs it. */
  readonly robotsName?: string;
  /** How its text tells its language; absent when only declarations count. */
  readonly languages?: LanguageReading | undefined;
}

/** Returns what a crawl reads its pages by. */
export function viewReading({
  politeness,
  languageReading,
}: Pick<CrawlPlan, "politeness" | "languageReading">): ViewReading {
  const { robotsName } = politeness;
  return { robotsName, languages: languageReading };
}

/** Reads the bytes of a response into the view of its page. */
export function viewPage(
  page: FetchedPage,
  canonical: CanonicalOptions,
  { bodyBytes, parseMs }: ViewLimits,
  { now }: Pick<Clock, "now">,
  { robotsName, languages }: ViewReading = {},
): ViewedPage {
  const deadline = now() + parseMs;
  const { url, truncated, headers, mediaType, rendered } = page;
  const { text: html, encoding } = decodePage(page);
  const contentLanguage = headers.find(([name]) => name === "content-language")?.[1];
  const input = {
    url,
    html,
    encoding,
    // What a browser has rendered is written as HTML.
    isXml: mediaType === XHTML && rendered === undefined,
    headers,
    ...(robotsName === undefined ? {} : { robotsName }),
    ...(contentLanguage === undefined ? {} : { contentLanguage }),
    ...(truncated ? { truncated: "bytes" as const } : {}),
  };
  const parseLimits = { maxLength: bodyBytes, overTime: () => now() > deadline };
  const view = parsePage(input, parseLimits, canonical);
  return {
    html,
    view: languages === undefined ? view : withDetectedLanguage(view, languages),
  };
}

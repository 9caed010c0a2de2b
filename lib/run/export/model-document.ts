/** `dowser export --model`: what a crawl learnt, as JSON that other programs score with. */
import { systemClock } from "../../adapters/system-clock.ts";
import type { TrainedModel } from "../../crawl/crawl-plan.ts";
import { lastModel } from "../../crawl/train-model.ts";
import type { FrontierLink } from "../../domain/frontier/link.ts";
import type { Json } from "../../domain/json.ts";
import type {
  FollowedLink,
  PortableLinks,
  PortablePages,
  Strategy,
} from "../../domain/methods/strategy.ts";
import { type PageRecord, reservationsOf } from "../../domain/page/page-record.ts";
import type { TextView } from "../../domain/page/page-view.ts";
import { textViewOf } from "../../domain/page/view-parts.ts";
import { IRREGULAR_PLURALS, STOP_WORD_LANGUAGES, stopWordsOf } from "../../domain/text/words.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { linkIntent } from "../../domain/web/url/url-words.ts";
import { fail } from "../../errors.ts";
import { type ReadableRun, readRun, storedViews } from "../folder/read-run.ts";
import { loadRunProject, moduleOfRun, strategyOfRun } from "../folder/run-project.ts";

/** Pages, and links, that a document has as examples. */
const EXAMPLES = 20;

/** Longest text of an example, in UTF-16 units: of a longer page there are the features alone. */
const LONGEST_TEXT = 2_000;

/** How words are read. */
const TEXT = {
  words:
    "runs of letters and digits with their marks in NFKC and lower case; pieces where a script has no spaces",
  stemmer: "Porter 1980 with -bli and -logi, for English words of three letters or more",
  plurals: Object.fromEntries(IRREGULAR_PLURALS),
  stopWords: Object.fromEntries(STOP_WORD_LANGUAGES.map((code) => [code, [...stopWordsOf(code)]])),
};

/** What a strategy decides by the state of its crawl, which is in no model. */
const STATEFUL = [
  { part: "groups", reason: "looks at new kinds of links follow from the state of the crawl" },
  { part: "queries", reason: "queries follow from the state of the crawl" },
] as const;

/** The document of a model; `docs/model.md` specifies it. */
export interface ModelDocument {
  readonly format: "dowser-model";
  readonly version: 1;
  readonly strategy: string;
  /** The hash of the model, as records and logs name it, and the pages that it was trained on. */
  readonly model: string;
  readonly pages: number;
  readonly madeAt: string;
  /** How words are read, with the stop words of each language that has a list. */
  readonly text: Json;
  /** `null` where only Dowser can score as this part does. */
  readonly page: Json;
  readonly link: Json;
  readonly notExported: readonly { readonly part: string; readonly reason: string }[];
  readonly examples: { readonly pages: readonly Example[]; readonly links: readonly Example[] };
}

/** A page or a link with its features, and the score that the crawl gives it. */
interface Example {
  readonly url: Url;
  readonly score: number;
  readonly features: Json;
  readonly [fact: string]: Json;
}

/**
 * Returns what the crawl of a run learnt. Nothing is trained, and the run stays as it is.
 * @param most pages, and links, as examples: some of all the crawl, in order
 * @throws DowserError `no-run`, `no-model`, `strategy-module-not-named`
 */
export async function modelDocument(directory: string, most = EXAMPLES): Promise<ModelDocument> {
  const run = readRun(directory);
  try {
    const { strategy, trained } = await modelOf(directory, run);
    const { compiled, hash, pages } = trained;
    const judge = compiled.portablePages?.() ?? {
      reason: "pages are judged by more than words and labels",
    };
    const links = compiled.portableLinks?.() ?? {
      reason: "links are scored by more than their own features",
    };
    const isPages = "model" in judge;
    const isLinks = "model" in links;
    if (!isPages && !isLinks)
      throw fail("no-model/portable", {
        strategy: strategy.name,
        reasons: `${judge.reason}; ${links.reason}`,
        value: strategy.name,
      });
    return {
      format: "dowser-model",
      version: 1,
      strategy: strategy.name,
      model: hash,
      pages,
      madeAt: new Date(systemClock.now()).toISOString(),
      text: TEXT,
      page: isPages ? judge.model : null,
      link: isLinks ? links.model : null,
      notExported: [
        ...(isPages ? [] : [{ part: "page", reason: judge.reason }]),
        ...(isLinks ? [] : [{ part: "link", reason: links.reason }]),
        ...STATEFUL.filter(({ part }) => compiled[part] !== undefined),
      ],
      examples: {
        pages: isPages ? await pageExamples(directory, run, compiled, judge, most) : [],
        links: isLinks ? await linkExamples(run, trained, links, most) : [],
      },
    };
  } finally {
    await run.close();
  }
}

async function modelOf(
  directory: string,
  run: Pick<ReadableRun, "models" | "log">,
): Promise<{ readonly strategy: Strategy; readonly trained: TrainedModel }> {
  const project = loadRunProject(directory) ?? {};
  const strategy = await strategyOfRun(project);
  const module = moduleOfRun(project);
  if (strategy === undefined && module !== undefined)
    throw fail("no-model/module", { directory, module, value: module });
  const trained = strategy && (await lastModel(run, { strategy }));
  if (strategy === undefined || trained === undefined) throw fail("no-model", { directory });
  return { strategy, trained };
}

/** Scores some pages of all the run; those are left out that sites reserve, as in other exports. */
async function pageExamples(
  directory: string,
  run: ReadableRun,
  { assessTexts }: TrainedModel["compiled"],
  judge: PortablePages,
  most: number,
): Promise<Example[]> {
  const spread = new Spread<PageRecord>(most);
  const { purpose } = loadRunProject(directory) ?? {};
  for await (const record of run.decided.list()) {
    const isText = record.page !== undefined && record.page.file === undefined;
    if (isText && reservationsOf(purpose, record).length === 0) spread.add(record);
  }
  const textsOf = readTexts(directory, run);
  const examples: Example[] = [];
  for (const record of spread.kept()) {
    const { url, parent, snippet } = record;
    const page = await textsOf(url);
    const assessed = page && assessTexts?.(page, record);
    if (page === undefined || assessed === undefined) continue;
    const { utility: score, isTarget } = assessed;
    const followed: FollowedLink = { parent, snippet };
    const features = judge.featuresOf(page, followed);
    examples.push({ url, score, isTarget, ...shown(page), ...linkShown(followed), features });
  }
  return examples;
}

function readTexts(
  directory: string,
  { pages }: Pick<ReadableRun, "pages">,
): (url: Url) => Promise<TextView | undefined> {
  const viewOf = storedViews(pages, loadRunProject(directory) ?? {});
  return async (url) => {
    const kept = await pages.texts?.(url);
    if (kept !== undefined) return kept;
    const view = await viewOf(url);
    return view && textViewOf(view);
  };
}

/** Returns what of a page its features were read from, where it is short. */
function shown({ language: code, title, headings, mainText, text, anchors }: TextView) {
  const language = code ?? null;
  if (text.length + mainText.length > LONGEST_TEXT) return { language };
  const [ofHeadings, ofLinks] = [headings, anchors].map((parts) => parts.map((part) => part.text));
  return { language, title, headings: ofHeadings ?? [], mainText, text, links: ofLinks ?? [] };
}

function linkShown({ parent: from, snippet }: FollowedLink) {
  const parent = from ?? null;
  if (snippet === undefined) return { parent };
  const { anchor, before, after, title, place = null, listed = place === null } = snippet;
  return { parent, link: { anchor, before, after, title, place, listed } };
}

/**
 * Shows the scores of some waiting links. None leads to a form: these come last, whatever their score. Nor is any told of by
 * more than its features.
 */
async function linkExamples(
  { knownLinks, decided }: Pick<ReadableRun, "knownLinks" | "decided">,
  { compiled }: TrainedModel,
  links: PortableLinks,
  most: number,
): Promise<Example[]> {
  const spread = new Spread<FrontierLink & { readonly parent: Url }>(most);
  for (const { state, link } of knownLinks()) {
    if (state !== "waiting" || link?.parent === undefined) continue;
    const { parent } = link;
    if (link.snippet?.advice !== undefined) continue;
    if (linkIntent(link.url, parent) === undefined) spread.add({ ...link, parent });
  }
  const examples: Example[] = [];
  for (const link of spread.kept()) {
    // A link that stands on no page is scored by other rules.
    const page = (await decided.get(link.parent))?.page;
    if (page === undefined) continue;
    // A link without a score of its own is worth what its page is; the frontier keeps the greatest offer.
    const score = compiled.rescoreLink?.(link)?.priority ?? page.utility;
    const features = links.featuresOf(link, page.utility);
    examples.push({ url: link.url, score, ...linkShown(link), features });
  }
  return examples;
}

/** Keeps some of many at even distances, whose number is not known before. */
class Spread<Item> {
  readonly #most: number;
  #kept: Item[] = [];
  #step = 1;
  #seen = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(item: Item): void {
    if (this.#seen % this.#step === 0) this.#kept.push(item);
    this.#seen += 1;
    if (this.#kept.length < 2 * this.#most) return;
    this.#kept = this.#kept.filter((_, at) => at % 2 === 0);
    this.#step *= 2;
  }

  /** Returns at most so many, in their order. */
  kept(): readonly Item[] {
    return this.#kept.slice(0, this.#most);
  }
}

import { systemClock } from "../../adapters/system-clock.ts";
import { countLabels } from "../../domain/methods/label-need.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { type DowserError, fail } from "../../errors.ts";
import { decidingWords, excerptOf } from "../../evaluation/excerpt.ts";
import { knownPages } from "../../evaluation/export/run-repeats.ts";
import { type LabelQueue, labelQueue, type QueuedPage } from "../../evaluation/label-queue.ts";
import type { PageLabel } from "../../ports/label-store.ts";
import { ownViews, readRun } from "../../run/folder/read-run.ts";
import {
  addLabels,
  contradictingLabels,
  heldInWords,
  type LabelledRun,
  labelledRun,
  labelsWithExamples,
} from "../../run/judge/named-pages.ts";
import { printResult } from "../../run/print/print-line.ts";
import { terminal } from "../../run/print/terminal.ts";
import { askVerdicts, openKeys } from "../sample/ask-verdicts.ts";
import { describeLabels } from "./label.ts";

/** Longest excerpt of a page's main text that is shown, in UTF-16 units: half a screen. */
const MAX_EXCERPT = 1_200;

/** The options of the command line. */
export interface LabelScreenOptions {
  readonly queue: LabelQueue;
  readonly search?: string | undefined;
  /** Most pages shown. */
  readonly n: number;
  readonly by?: string | undefined;
}

/**
 * Runs `dowser label RUN`: shows pages one by one and takes a label by one key. Each label is kept at
 * once, and a running crawl learns from it.
 * @throws DowserError `no-run`, `no-keys`, `nothing-to-label`, and the error of a strategy that cannot
 * use the need
 */
export async function labelScreenCommand(
  directory: string,
  options: LabelScreenOptions,
): Promise<void> {
  const run = readRun(directory);
  const keys = openKeys(terminal().stdin);
  try {
    const labelled = labelledRun(directory, run);
    const current = await labelsWithExamples(labelled);
    const queued = await labelQueue(run.records, {
      ...options,
      judged: new Set(current.keys()),
      most: options.n,
      seed: 1,
      good: countLabels(current.values()).good,
    });
    const held = options.search === undefined ? await contradictingLabels(labelled) : [];
    const again = await Promise.all(held.map(({ url }) => queuedPage(labelled, url)));
    const pages = [...again, ...queued].slice(0, options.n);
    if (pages.length === 0) throw nothingToLabel(directory, options.search);
    const given = new Map<Url, PageLabel>();
    const end = await askVerdicts(pages, new Map(), {
      keys,
      show: (text) => void terminal().stderr.write(text),
      extractOf: excerpts(labelled),
      progress: () => progressOf(current),
      again: new Map(held.map(({ url, label }) => [url, label])),
      save: async (url, label) => {
        const by = options.by === undefined ? {} : { by: options.by };
        const added = { at: systemClock.now(), url, label, ...by };
        await addLabels(labelled, [added]);
        current.set(url, label);
        given.set(url, added);
      },
    });
    if (end === "no-keys")
      throw fail("no-keys", {
        piped: "printf yyn | dowser label RUN",
        instead: "use dowser label import",
        value: "stdin",
      });
    const said = given.size === 0 ? "no page was labelled" : describeLabels([...given.values()]);
    const contradicting = given.size === 0 ? held : await contradictingLabels(labelled);
    printResult([said, ...heldInWords(contradicting, directory)].join("\n"));
  } finally {
    keys.close();
    await run.close();
  }
}

async function queuedPage({ run }: LabelledRun, url: Url): Promise<QueuedPage> {
  return { url, title: (await run.records.get(url))?.page?.title ?? "" };
}

function progressOf(current: ReadonlyMap<Url, number>): string {
  const { good, bad } = countLabels(current.values());
  return `${good} relevant and ${bad} irrelevant so far`;
}

/** Returns a function from a page to its excerpt, with the words that decided between asterisks. */
function excerpts({ run, project, need }: LabelledRun): (url: Url) => Promise<string | undefined> {
  const viewOf = ownViews(run.pages, project, () => knownPages(run.records));
  return async (url) => {
    const view = await viewOf(url);
    if (view === undefined) return undefined;
    const { page } = (await run.records.get(url)) ?? {};
    const words = decidingWords(page?.why ?? "", need);
    return excerptOf(view.mainText, words, MAX_EXCERPT)
      .map(({ text, isMarked }) => (isMarked ? `*${text}*` : text))
      .join("");
  };
}

function nothingToLabel(directory: string, search: string | undefined): DowserError {
  const which = search === undefined ? "" : ` with ${search} in its title or URL`;
  return fail("nothing-to-label", { which, value: search ?? directory });
}

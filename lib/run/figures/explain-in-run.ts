/** Why a run did what it did with a URL, with the label of its page. */
import { currentLabels } from "../../crawl/labels.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { type DowserError, fail } from "../../errors.ts";
import { explainUrl, type UrlExplanation } from "../../evaluation/explain-url.ts";
import type { PageLabel } from "../../ports/label-store.ts";
import { createStrategy } from "../../project/strategy-choice.ts";
import { type ReadableRun, readRun, storedViews } from "../folder/read-run.ts";
import {
  loadRunProject,
  type StrategyReading,
  strategyOfRun,
  tellIfNotLoaded,
} from "../folder/run-project.ts";
import { MAX_COMPARED_URLS, offerKnownUrl, spellingsOf } from "../folder/spell-url.ts";

/** An explanation with the label that the page has, and who gave it. */
export type Explanation = UrlExplanation & Partial<Pick<PageLabel, "label" | "source">>;

/**
 * Explains a URL that a run has discovered, as the user writes it.
 * @throws DowserError `no-run`, `bad-url`, `unknown-url`
 */
export async function explainInRun(
  directory: string,
  text: string,
  { strategyModule }: Pick<StrategyReading, "strategyModule">,
  strategyOf: typeof createStrategy = createStrategy,
): Promise<Explanation> {
  await using run = readRun(directory);
  const project = loadRunProject(directory) ?? {};
  const strategy = await strategyOfRun(project, { strategyModule, strategyOf });
  tellIfNotLoaded(project, { strategyModule }, "what the model goes by is not shown");
  const read = { ...run, view: storedViews(run.pages, project) };
  const spellings = spellingsOf(text, project);
  for (const url of spellings) {
    const found = await explainUrl(read, strategy, url);
    if (found !== undefined) return { ...found, ...(await labelOf(run, url)) };
  }
  throw unknownUrl(run, spellings[0], text);
}

async function labelOf(
  { labels }: ReadableRun,
  url: Url,
): Promise<Partial<Pick<PageLabel, "label" | "source">>> {
  const { label, source } = currentLabels(await labels.list()).get(url) ?? {};
  return { ...(label !== undefined && { label }), ...(source !== undefined && { source }) };
}

function unknownUrl(run: ReadableRun, url: Url, text: string): DowserError {
  const known = run.urlsOfHost(hostOf(url), MAX_COMPARED_URLS);
  return fail("unknown-url", { text, offer: offerKnownUrl(known, url) });
}

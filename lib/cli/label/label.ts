import { join } from "node:path";
import { systemClock } from "../../adapters/system-clock.ts";
import { labelledNeed } from "../../crawl/labelled-need.ts";
import { labelOfWord, labelWord } from "../../domain/strategy/label-words.ts";
import type { Need } from "../../domain/strategy/strategy.ts";
import type { Url } from "../../domain/url/url.ts";
import { DowserError } from "../../errors.ts";
import type { PageLabel } from "../../ports/label-store.ts";
import { type ReadableRun, readRun } from "../run/read-run.ts";
import { RUN_FILES } from "../run/run-database.ts";
import { loadNeed } from "../run/run-inputs.ts";
import { loadRunProject, type RunProject } from "../run/run-project.ts";
import { MAX_COMPARED_URLS, offerKnownUrl, spellingsOf } from "../run/spell-url.ts";
import { viewLimits } from "../run/stored-views.ts";
import { strategyOfRun } from "../run/strategy-of-run.ts";

/** Most redirects followed from the URL named to the page that it led to. */
const MAX_HOPS = 20;

/**
 * Runs `dowser label add`: labels stored pages as relevant or not; a crawl may be running in the
 * directory.
 */
export async function labelAddCommand(
  directory: string,
  words: readonly string[],
  options: { readonly json: boolean },
): Promise<void> {
  process.stdout.write(`${await labelAddText(directory, words, options)}\n`);
}

/**
 * Adds the labels of a command line, all or none, and returns a message about it.
 * @throws DowserError `no-run`, `bad-label`, `bad-url`, `page-not-stored`, and the error of a
 * strategy that cannot use the need
 */
export async function labelAddText(
  directory: string,
  words: readonly string[],
  { json }: { readonly json: boolean },
): Promise<string> {
  const wanted = pairsOf(words);
  const run = readRun(directory);
  try {
    const project = loadRunProject(directory) ?? {};
    const need = loadNeed(join(directory, RUN_FILES.need));
    const at = systemClock.now();
    const labels: PageLabel[] = [];
    for (const { text, label } of wanted) {
      labels.push({ at, url: await pageNamed(run, need, project, text), label });
    }
    await refuseUselessNeed(run, need, project, labels);
    await run.labels.append(labels);
    return json ? JSON.stringify({ directory, labels }) : describeLabels(labels);
  } finally {
    await run.close();
  }
}

/** Reads `URL URL good URL bad`: each word labels the URLs before it. */
function pairsOf(words: readonly string[]): { readonly text: string; readonly label: number }[] {
  const pairs: { readonly text: string; readonly label: number }[] = [];
  let open: string[] = [];
  for (const word of words) {
    const label = labelOfWord(word);
    if (label === undefined) open.push(word);
    else if (open.length === 0) throw badLabel(word, `no URL precedes ${word}`);
    else {
      pairs.push(...open.map((text) => ({ text, label })));
      open = [];
    }
  }
  const [unlabelled] = open;
  if (unlabelled !== undefined) throw badLabel(unlabelled, `${unlabelled} has no label`);
  return pairs;
}

function badLabel(value: string, message: string): DowserError {
  return new DowserError(message, {
    code: "bad-label",
    reaction: "fix-config",
    value,
    hint: "write good or bad after the URLs: dowser label add RUN URL URL good URL bad",
  });
}

/**
 * Finds the page that the user names: one that the run has stored, redirects followed, or an
 * example of its need.
 */
async function pageNamed(
  run: ReadableRun,
  need: Need | undefined,
  project: Partial<RunProject>,
  text: string,
): Promise<Url> {
  const spellings = spellingsOf(text, project);
  const examples = new Set([...(need?.good ?? []), ...(need?.bad ?? [])].map(({ url }) => url));
  for (const url of spellings) {
    const page = await storedPage(run, url);
    if (page !== undefined) return page;
    if (examples.has(url)) return url;
  }
  const stored: Url[] = [];
  for await (const url of run.pages.urls()) {
    if (stored.push(url) === MAX_COMPARED_URLS) break;
  }
  throw new DowserError(`the run has no page of ${text}`, {
    code: "page-not-stored",
    reaction: "fix-config",
    value: text,
    hint: `${offerKnownUrl(stored, spellings[0])}name a page that was fetched (dowser export lists them), or an example of the project`,
  });
}

async function storedPage({ records }: ReadableRun, url: Url): Promise<Url | undefined> {
  let at: Url | undefined = url;
  for (let hop = 0; hop <= MAX_HOPS && at !== undefined; hop += 1) {
    const record = await records.get(at);
    if (record?.page !== undefined) return record.url;
    at = record?.location;
  }
  return undefined;
}

/** Refuses labels that would leave the strategy nothing to look for: a label cannot be removed. */
async function refuseUselessNeed(
  { pages, labels }: ReadableRun,
  need: Need | undefined,
  project: Partial<RunProject>,
  added: readonly PageLabel[],
): Promise<void> {
  const strategy = await strategyOfRun(project);
  if (need === undefined || strategy?.checkNeed === undefined) return;
  const limits = { ...viewLimits(project), timeoutMs: 0 };
  const canonical = { dropParameters: project.scope?.dropParameters ?? [] };
  const all = [...(await labels.list()), ...added];
  strategy.checkNeed(
    await labelledNeed({ pages, clock: systemClock }, { need, canonical, limits }, all),
  );
}

function describeLabels(labels: readonly PageLabel[]): string {
  const counts = Map.groupBy(labels, ({ label }) => labelWord(label));
  const parts = Array.from(counts, ([word, { length }]) => `${length} ${word}`);
  return `labelled: ${parts.join(", ")}; a running crawl applies them at once, a paused one when it resumes`;
}

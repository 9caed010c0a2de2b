import { join } from "node:path";
import { systemClock } from "../../adapters/system-clock.ts";
import {
  currentLabels,
  heldBack,
  labelledNeed,
  ofPeople,
  unconfirmed,
} from "../../crawl/labels.ts";
import { updatesOf } from "../../crawl/need-state.ts";
import { relevanceWord } from "../../domain/methods/label-need.ts";
import type { Need } from "../../domain/methods/strategy.ts";
import { quotedWord } from "../../domain/text/safe-text.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { LabelEntry, PageLabel } from "../../ports/label-store.ts";
import { viewLimits } from "../../project/stored-pages.ts";
import type { ReadableRun } from "../folder/read-run.ts";
import { RUN_FILES } from "../folder/run-database.ts";
import { loadNeed } from "../folder/run-inputs.ts";
import { loadRunProject, type RunProject, strategyOfRun } from "../folder/run-project.ts";
import { spellingsOf } from "../folder/spell-url.ts";

/** Most redirects followed from the URL named to the page that it led to. */
const MAX_HOPS = 20;

/** A run whose pages are named to be labelled. */
export interface LabelledRun {
  readonly run: ReadableRun;
  readonly need: Need | undefined;
  readonly project: Partial<RunProject>;
}

/** Reads the need and the project of a run that is open. */
export function labelledRun(directory: string, run: ReadableRun): LabelledRun {
  const need = loadNeed(join(directory, RUN_FILES.need));
  return { run, need, project: loadRunProject(directory) ?? {} };
}

/** Returns what people said: the examples, and the last label of each page. */
export async function labelsWithExamples({
  run,
  need,
}: Pick<LabelledRun, "run" | "need">): Promise<Map<Url, number>> {
  const good = (need?.good ?? []).map(({ url }): [Url, number] => [url, 1]);
  const bad = (need?.bad ?? []).map(({ url }): [Url, number] => [url, 0]);
  const given = ofPeople(currentLabels(await run.labels.list()).values());
  return new Map([...good, ...bad, ...given.map(({ url, label }): [Url, number] => [url, label])]);
}

/**
 * Returns a function from the user's spelling of a page to the page: one that the run has stored,
 * redirects followed, or an example of its need; `undefined` when it is neither.
 * The function throws DowserError `bad-url`.
 */
export function pageFinder({
  run,
  need,
  project,
}: LabelledRun): (text: string) => Promise<Url | undefined> {
  const examples = new Set([...(need?.good ?? []), ...(need?.bad ?? [])].map(({ url }) => url));
  return async (text) => {
    for (const url of spellingsOf(text, project)) {
      const page = await storedPage(run, url);
      if (page !== undefined) return page;
      if (examples.has(url)) return url;
    }
    return undefined;
  };
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

/**
 * Adds labels to those of a run, or takes some back, unless that would leave its strategy nothing to
 * look for.
 * @throws the error of a strategy that cannot use the need
 */
export async function addLabels(
  labelled: Omit<LabelledRun, "run"> & { readonly run: Pick<ReadableRun, "pages" | "labels"> },
  added: readonly LabelEntry[],
): Promise<void> {
  await refuseUselessNeed(labelled, added);
  await labelled.run.labels.append(added);
}

/** Returns the labels that the last training or look of a run held back, and that nobody has looked at since. */
export async function heldLabels(
  run: Pick<ReadableRun, "log" | "look" | "labels">,
): Promise<readonly PageLabel[]> {
  const { state } = updatesOf(await run.log.list());
  const look = run.look.about();
  const isLater = look?.labels !== undefined && look.labels >= state.labels;
  return labelsOf((isLater ? look.held : state.held) ?? [], await run.labels.list());
}

/** Returns the labels that would be held back now, also where no training knows them yet: it views all labelled pages. */
export async function contradictingLabels(labelled: LabelledRun): Promise<readonly PageLabel[]> {
  const entries = await labelled.run.labels.list();
  const need = await needOf(labelled, entries);
  return need === undefined ? [] : labelsOf(heldBack(need, entries), entries);
}

function labelsOf(held: readonly string[], entries: readonly LabelEntry[]): readonly PageLabel[] {
  const current = currentLabels(entries);
  return unconfirmed(entries).flatMap((url) =>
    held.includes(url) ? (current.get(url) ?? []) : [],
  );
}

/** Says which labels are held back, and how they count again; no line where none is. */
export function heldInWords(held: readonly PageLabel[], directory: string): readonly string[] {
  return held.map(
    ({ url, label }) =>
      `held back until you look again: you called ${url} ${relevanceWord(label)}, and the other labels contradict it; dowser label ${quotedWord(directory)} shows it first`,
  );
}

async function needOf(
  { run: { pages }, need, project }: Parameters<typeof addLabels>[0],
  entries: readonly LabelEntry[],
): Promise<Need | undefined> {
  if (need === undefined) return undefined;
  const limits = { ...viewLimits(project), timeoutMs: 0 };
  const canonical = { dropParameters: project.scope?.dropParameters ?? [] };
  return labelledNeed({ pages, clock: systemClock }, { need, canonical, limits }, entries);
}

async function refuseUselessNeed(
  labelled: Parameters<typeof addLabels>[0],
  added: readonly LabelEntry[],
): Promise<void> {
  const strategy = await strategyOfRun(labelled.project);
  if (strategy?.checkNeed === undefined) return;
  const need = await needOf(labelled, [...(await labelled.run.labels.list()), ...added]);
  if (need !== undefined) strategy.checkNeed(need);
}

/** What labels have taught a crawl, in words that people read. */
import {
  type LearntWords,
  learntWords,
} from "../../domain/methods/adaptive/page-estimator/learnt-words.ts";
import { wholeWords } from "../../evaluation/excerpt.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import type { Watch } from "../schemas.ts";
import type { WatchedRun } from "./watched-run.ts";

type Learnt = Watch["model"]["learnt"];

/** Labelled pages of which the words are read: a stem is told as the word that they have. */
const MOST_READ = 12;

/** What was told of each run, by the models that it is of. */
const told = new WeakMap<WatchedRun, { readonly of: string; readonly learnt: Promise<Learnt> }>();

/** Tells which words count more and less since labels were last learnt; `null` where none were. */
export async function learntOf(
  watched: WatchedRun | undefined,
  events: readonly RunEvent[],
): Promise<Learnt> {
  const at = events.findLastIndex(({ kind }) => kind === "labelled");
  const after = modelOf(events.slice(at + 1).find(isTraining));
  if (watched === undefined || at < 0 || after === undefined) return null;
  const before = modelOf(events.slice(0, at).findLast(isTraining));
  const of = `${before} ${after}`;
  const known = told.get(watched);
  if (known?.of === of) return known.learnt;
  const learnt = compare(watched, before, after);
  told.set(watched, { of, learnt });
  return learnt;
}

async function compare(
  watched: WatchedRun,
  before: string | undefined,
  after: string,
): Promise<Learnt> {
  const { models } = watched.run;
  const [old, now] = await Promise.all([
    before === undefined ? undefined : models.get(before),
    models.get(after),
  ]);
  if (now === undefined) return null;
  const learnt = learntWords(old === undefined ? undefined : JSON.parse(old), JSON.parse(now));
  return learnt.more.length + learnt.less.length === 0 ? null : inFull(watched, learnt);
}

/** Writes stems as the words of which the labelled pages have the most. */
async function inFull(watched: WatchedRun, { more, less }: LearntWords): Promise<Learnt> {
  const texts: string[] = [];
  for (const url of [...(await watched.labels()).keys()].slice(-MOST_READ)) {
    const view = await watched.ownView(url);
    texts.push(`${view?.title ?? ""}\n${view?.mainText ?? ""}`);
  }
  const wordOf = wholeWords([texts.join("\n")]);
  return { more: more.map(wordOf), less: less.map(wordOf) };
}

export function isTraining({ kind }: RunEvent): boolean {
  return kind === "trained";
}

/** Returns the name of the model that a training made. */
export function modelOf(event: RunEvent | undefined): string | undefined {
  const model = event?.detail["model"];
  return typeof model === "string" ? model : undefined;
}

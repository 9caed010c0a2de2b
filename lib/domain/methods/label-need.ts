/** Labels as part of the need, and which pages it calls relevant. */
import type { PageView } from "../page/page-view.ts";
import type { Url } from "../web/url/url.ts";
import type { Need } from "./strategy.ts";

/** A page and how relevant the user says it is, in [0,1]. */
export interface LabelledPage {
  readonly view: PageView;
  readonly label: number;
  /** How much it counts in training, in (0,1]; 1 if absent. */
  readonly weight?: number;
}

/**
 * Least label of a good page: the threshold at which Xu, Yoon & Tourassi 2014 divide their labels.
 */
export const GOOD_FROM = 0.5;

/** Two wishes: few wrong pages, or as many pages as there seem to be relevant ones. */
export const CUT_NAMES = ["complete", "clean"] as const;

/**
 * Returns the need with labelled pages added to its good and bad examples, after its own, in the
 * order of the labels. The last label of a URL applies. It also replaces an example with that URL.
 */
export function labelNeed(need: Need, labelled: readonly LabelledPage[]): Need {
  const standing = new Map<Url, LabelledPage>();
  for (const page of labelled) {
    standing.delete(page.view.url);
    standing.set(page.view.url, page);
  }
  const own = (examples: readonly PageView[]) => examples.filter(({ url }) => !standing.has(url));
  const pages = [...standing.values()];
  return {
    ...need,
    good: [...own(need.good), ...pages.filter(isGood).map(({ view }) => view)],
    bad: [...own(need.bad), ...pages.filter((page) => !isGood(page)).map(({ view }) => view)],
  };
}

/** Returns what a label in [0,1] says of its page: whether it is relevant. All statements ask this. */
export function isGood({ label }: Pick<LabelledPage, "label">): boolean {
  return label >= GOOD_FROM;
}

/** Counts labels, each in [0,1], that are good and bad. */
export function countLabels(labels: Iterable<number>): {
  readonly good: number;
  readonly bad: number;
} {
  const all = [...labels];
  const good = all.filter((label) => isGood({ label })).length;
  return { good, bad: all.length - good };
}

/** The words for labels; files and programs of old say good and bad. */
export const LABEL_WORDS = ["relevant", "irrelevant", "good", "bad"] as const;

const LABELS: ReadonlyMap<string, number> = new Map(
  LABEL_WORDS.map((word, at) => [word, at % 2 === 0 ? 1 : 0]),
);

/** Returns the label in [0,1] of a word; `undefined` when the word is not a label. */
export function labelOfWord(word: string): number | undefined {
  return LABELS.get(word);
}

/** Returns the word for a label that people read. */
export function relevanceWord(label: number): "relevant" | "irrelevant" {
  return isGood({ label }) ? "relevant" : "irrelevant";
}

/** Returns why a page is worth its score as people read it: records say good and bad of its label. */
export function whyInWords(why: string): string {
  return why.replace(/\blabelled (good|bad)(?=;|$)/, (_, word: string) =>
    word === "good" ? "labelled relevant" : "labelled irrelevant",
  );
}

/** Returns the word for a label that programs read, in API and files. */
export function labelWord(label: number): "good" | "bad" {
  return isGood({ label }) ? "good" : "bad";
}

/**
 * Who gives labels: a person, a model that was asked, a program that works for somebody (`dowser mcp`), or a file of
 * which nobody said whose labels it has.
 */
export const LABEL_SOURCES = ["person", "assessor", "agent", "import"] as const;

/** One of {@link LABEL_SOURCES}. */
export type LabelSource = (typeof LABEL_SOURCES)[number];

/** What an entry of a page's labels says, and who says it; a person where nothing stands. */
interface SourcedLabel {
  readonly label: number | null;
  readonly source?: Exclude<LabelSource, "person">;
}

/** Returns whether a person gave a label. */
export function isOfPerson({ source }: Pick<SourcedLabel, "source">): boolean {
  return source === undefined;
}

/** Returns whether a model gave a label, which teaches with half the weight of others. */
export function isOfModel({ source }: Pick<SourcedLabel, "source">): boolean {
  return source === "assessor" || source === "agent";
}

/** Returns whether a machine says something of a page that a person has labelled before. */
export function isOverruled(entry: SourcedLabel, before: SourcedLabel | undefined): boolean {
  if (before === undefined || before.label === null || entry.label === null) return false;
  return isOfPerson(before) && !isOfPerson(entry);
}

/** An empty need. */
export const NO_NEED: Need = {
  topic: undefined,
  concepts: undefined,
  good: [],
  bad: [],
  seen: [],
  examplePage: undefined,
  paths: undefined,
  pathModel: undefined,
  files: undefined,
  detect: undefined,
  threshold: undefined,
};

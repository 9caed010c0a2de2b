/** What the form of a new crawl asks for, read from a project file as a person wrote it, and changed in it. */
import { type Document, isMap } from "yaml";
import { wordsIn } from "../../project/new-project-text.ts";
import { parseYaml } from "../../project/parse-yaml.ts";
import { valueAt } from "../../project/suggest-key.ts";
import type { Answers } from "../begin-schemas.ts";

/** Where a project file has the texts and numbers of the form. */
const TEXTS = {
  name: ["name"],
  topic: ["need", "topic"],
  ontology: ["need", "ontology"],
  paths: ["need", "paths"],
  examplePage: ["need", "examplePage"],
  hosts: ["scope", "hosts"],
  pages: ["budget", "pages"],
  hours: ["budget", "hours"],
  dollars: ["budget", "dollars"],
  minDelaySeconds: ["politeness", "minDelayMs"],
  contact: ["politeness", "contact"],
  engine: ["search", "provider"],
  engineUrl: ["search", "url"],
} as const satisfies Partial<Record<keyof Answers, readonly string[]>>;

/** Where it has the lists. */
const LISTS = {
  words: ["need", "words"],
  good: ["need", "good"],
  bad: ["need", "bad"],
  seedUrls: ["seeds", "urls"],
} as const satisfies Partial<Record<keyof Answers, readonly string[]>>;

type TextName = keyof typeof TEXTS;
type ListName = keyof typeof LISTS;

/** Values of a file by the names of the form, as the file has them. */
type FileValues = Readonly<Record<TextName, string> & Record<ListName, readonly string[]>>;

/** Returns what the form shows of a project file; `null` where the file is no YAML. */
export function answersIn(text: string): Answers | null {
  const parsed = parseYaml(text);
  if (!parsed.ok) return null;
  const { words, hosts, engine, minDelaySeconds, good, bad, seedUrls, ...texts } = valuesIn(
    parsed.value,
  );
  const lists = { good: [...good], bad: [...bad], seedUrls: [...seedUrls] };
  const all = { ...texts, ...lists, words: words.join(", ") };
  const isShown = hosts === "any" || hosts === "seeds";
  const isKnown = engine === "searxng" || engine === "brave" || engine === "local";
  return {
    ...all,
    minDelaySeconds: secondsOf(minDelaySeconds),
    ...(isShown && { hosts }),
    ...(isKnown && { engine }),
  };
}

/**
 * Returns a project file in which what a form says otherwise is changed, and all else, comments too, is as it was;
 * a file that is no YAML as it is.
 */
export function withAnswers(text: string, answers: Answers): string {
  const parsed = parseYaml(text);
  if (!parsed.ok) return text;
  const { document } = parsed;
  const before = answersIn(text);
  let isChanged = false;
  for (const [name, path] of entries(TEXTS)) {
    const given = answers[name] ?? "";
    if (given === (before?.[name] ?? "")) continue;
    put(document, path, name === "minDelaySeconds" ? msOf(given) : numberOr(given));
    isChanged = true;
  }
  for (const [name, path] of entries(LISTS)) {
    const [given, was] = [listOf(answers[name]), listOf(before?.[name])];
    if (given.join("\n") === was.join("\n")) continue;
    put(document, path, given);
    isChanged = true;
  }
  return isChanged ? document.toString({ lineWidth: 0 }) : text;
}

function entries<Name extends string>(
  paths: Readonly<Record<Name, readonly string[]>>,
): (readonly [Name, readonly string[]])[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tables have these keys alone
  return Object.entries(paths) as [Name, readonly string[]][];
}

function valuesIn(value: unknown): FileValues {
  const texts = entries(TEXTS).map(([name, path]) => [name, textOf(valueAt(value, path))]);
  const lists = entries(LISTS).map(([name, path]) => [name, textsOf(valueAt(value, path))]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of the keys of the two tables
  return Object.fromEntries([...texts, ...lists]) as FileValues;
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function textsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map(textOf).filter((each) => each !== "");
}

function listOf(given: string | readonly string[] | undefined): readonly string[] {
  return typeof given === "string" ? wordsIn(given) : (given ?? []);
}

/** Writes a value at a path, whose parents are made where there are none; what is empty is taken out. */
function put(
  document: Document,
  path: readonly string[],
  value: string | number | readonly string[],
): void {
  if (value === "" || (Array.isArray(value) && value.length === 0)) {
    if (document.hasIn(path)) document.deleteIn(path);
    return;
  }
  const [parent = "", key] = path;
  if (key !== undefined && !isMap(document.getIn([parent], true)))
    document.setIn([parent], document.createNode({}));
  document.setIn(path, typeof value === "object" ? document.createNode(value) : value);
}

function numberOr(typed: string): string | number {
  return /^\d+(?:\.\d+)?$/.test(typed) ? Number(typed) : typed;
}

/** Turns seconds, as they were typed, into ms; what is no number stays, for the schema to refuse. */
export function msOf(seconds: string): string | number {
  const ms = Number(seconds.replace(",", ".")) * 1_000;
  return seconds.trim() === "" || !Number.isFinite(ms) ? seconds.trim() : Math.round(ms);
}

function secondsOf(ms: string): string {
  return /^\d+(?:\.\d+)?$/.test(ms) ? String(Number(ms) / 1_000) : ms;
}

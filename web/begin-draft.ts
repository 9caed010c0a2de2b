import { useEffect, useRef, useState } from "preact/hooks";
import type { Answers } from "../lib/workbench/begin-schemas.ts";
import type { Fault, ProjectAnswer } from "../lib/workbench/schemas.ts";
import { api, faultOf, mayPass } from "./api.ts";
import { useKept, writeKept } from "./hooks.ts";

/** What was typed, as it was typed. */
export interface Draft {
  readonly name: string;
  readonly topic: string;
  /** Words that the pages have, beside the topic. */
  readonly words: string;
  readonly seeds: string;
  readonly good: string;
  readonly bad: string;
  readonly examplePage: string;
  readonly hosts: "" | "any" | "seeds";
  readonly pages: string;
  readonly hours: string;
  readonly dollars: string;
  readonly minDelaySeconds: string;
  readonly contact: string;
  /** Concept list or ontology, and the words of the need that it was made for. */
  readonly ontology: string;
  readonly ontologyWords: string;
  /** Recorded click paths, a path a line, and the file that they were kept in. */
  readonly trails: string;
  readonly paths: string;
  readonly engine: "" | "searxng" | "brave" | "local";
  readonly engineUrl: string;
  /** What was typed to find something that the form takes: words of examples, a topic in an ontology, the page of a path. */
  readonly sought: string;
  readonly concept: string | null;
  readonly start: string;
  /** The project file, where it was changed by hand: the form then changes in it what is changed in the form. */
  readonly yaml: string | null;
  /** What was changed last, and is followed by the other. */
  readonly changed: "form" | "file";
  /** Which step is open, and whether the form or the file is shown. */
  readonly step: Step;
  readonly tab: "form" | "file";
}

/** The steps of a new crawl. */
export const STEPS = ["what", "where", "go"] as const;
export type Step = (typeof STEPS)[number];

export const NEW_DRAFT: Draft = {
  name: "",
  topic: "",
  words: "",
  seeds: "",
  good: "",
  bad: "",
  examplePage: "",
  hosts: "",
  pages: "1000",
  hours: "",
  dollars: "",
  minDelaySeconds: "",
  contact: "",
  ontology: "",
  ontologyWords: "",
  trails: "",
  paths: "",
  engine: "",
  engineUrl: "",
  sought: "",
  concept: null,
  start: "",
  yaml: null,
  changed: "form",
  step: "what",
  tab: "form",
};

/** The name that it is kept by. */
const DRAFT = "dowser draft";

/** Changes a draft: by new values, or by those that follow from what is typed by then. */
export type Change = (more: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) => void;

/** A part of the form. */
export interface FieldProps {
  readonly draft: Draft;
  readonly onChange: Change;
}

/** What of a draft is typed into the form. */
type Typed = Omit<Draft, "yaml" | "changed" | "step" | "tab">;

/** The draft of this browser; one of an older version lacks what is newer. */
export function useDraft(): readonly [Draft, Change] {
  const [kept, keep] = useKept<Partial<Draft>>(DRAFT, NEW_DRAFT);
  const latest = useRef<Draft>(NEW_DRAFT);
  latest.current = { ...NEW_DRAFT, ...kept };
  const change: Change = (more) => {
    // A file may be read long after it was dropped: what was typed meanwhile stays.
    const { current } = latest;
    latest.current = { ...current, ...(typeof more === "function" ? more(current) : more) };
    keep(latest.current);
  };
  return [latest.current, change];
}

/** Opens a project file as the draft of the form. */
export function writeDraft(yaml: string): void {
  writeKept(DRAFT, { ...NEW_DRAFT, yaml, changed: "file" });
}

/** Time after the last key at which a draft is checked, in ms. */
const TYPING_MS = 300;

/** Time after which a draft is sent again that the host did not answer, in ms. */
const AGAIN_MS = 2_000;

/** What the host says of a draft, and why it does not answer. */
export type Checked = readonly [ProjectAnswer | undefined, Fault | undefined];

/** Writes and checks the project of a draft: the form follows the file, or the file the form, whichever was changed last. */
export function projectOf(draft: Draft): Promise<ProjectAnswer> {
  const { yaml, changed } = draft;
  if (changed === "file" && yaml !== null) return api.check(yaml);
  const answers = answersOf(draft);
  return api.propose(yaml === null ? answers : { ...answers, base: yaml });
}

/** Writes and checks the project of a draft, a moment after the last change, and lets form or file follow. */
export function useProject(draft: Draft, onChange: Change): Checked {
  const [state, setState] = useState<Checked>([undefined, undefined]);
  const { yaml } = draft;
  const isFile = draft.changed === "file" && yaml !== null;
  const key = isFile ? yaml : JSON.stringify([answersOf(draft), yaml !== null]);
  useEffect(() => {
    let isCurrent = true;
    const take = (project: ProjectAnswer) => {
      setState([project, undefined]);
      if (isFile && project.answers !== null) onChange(typedIn(project.answers));
      if (!isFile && yaml !== null) onChange({ yaml: project.text });
    };
    const refuse = (error: unknown) => {
      setState(([before]) => [before, faultOf(error)]);
      // Nobody types to have it asked again: form and file would differ from then on.
      if (mayPass(error)) timer = setTimeout(ask, AGAIN_MS);
    };
    const ask = () => {
      projectOf(draft).then(
        (project) => isCurrent && take(project),
        (error: unknown) => isCurrent && refuse(error),
      );
    };
    let timer = setTimeout(ask, TYPING_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key]);
  return state;
}

function answersOf(all: Draft): Answers {
  const { seeds, good, bad, hosts, engine, ...others } = all;
  const { yaml: _yaml, changed: _changed, step: _step, tab: _tab, ...typed } = others;
  const { sought: _sought, concept: _concept, start: _start, ...kept } = typed;
  const { ontologyWords: _words, trails: _trails, ...draft } = kept;
  const seedUrls = entriesOf(seeds).map(completeAddress);
  const lists = { seedUrls, good: entriesOf(good), bad: entriesOf(bad) };
  const chosen = { ...(hosts !== "" && { hosts }), ...(engine !== "" && { engine }) };
  return { ...draft, ...lists, ...chosen };
}

/** Returns what is typed in the form that has these answers. */
function typedIn(answers: Answers): Partial<Typed> {
  const { seedUrls, good, bad, hosts, engine, base: _base, ...texts } = answers;
  const { words = "", ontology = "", paths = "", dollars = "", engineUrl = "" } = texts;
  const lists = { seeds: seedUrls.join("\n"), good: good.join("\n"), bad: bad.join("\n") };
  const chosen = { hosts: hosts ?? "", engine: engine ?? "" } as const;
  return { ...texts, words, ontology, paths, dollars, engineUrl, ...lists, ...chosen };
}

/** A host, as people write it: names with dots, and perhaps a port and a path. */
const HOST = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]|$)/;

/** Completes an address that has no scheme. */
export function completeAddress(entry: string): string {
  return HOST.test(entry) ? `https://${entry}` : entry;
}

/** Splits what was typed at white space. */
export function entriesOf(text: string): string[] {
  return text.split(/\s+/).filter((entry) => entry !== "");
}

/** Adds entries to those that are there, each once. */
export function withEntries(text: string, entries: readonly string[]): string {
  return [...new Set([...entriesOf(text), ...entries])].join("\n");
}

/** Removes an entry. */
export function withoutEntry(text: string, entry: string): string {
  const entries = entriesOf(text);
  return entries.includes(entry) ? entries.filter((each) => each !== entry).join("\n") : text;
}

import { useEffect, useRef, useState } from "preact/hooks";
import type { Answers, Fault, ProjectAnswer } from "../lib/workbench/schemas.ts";
import { api, faultOf } from "./api.ts";
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
  /** The project file, where it was changed by hand: the form no longer writes it. */
  readonly yaml: string | null;
}

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
  yaml: null,
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

/** Makes a draft the one that the form shows when it is opened. */
export function writeDraft(draft: Partial<Draft>): void {
  writeKept(DRAFT, { ...NEW_DRAFT, ...draft });
}

/** Time after the last key at which a draft is checked, in ms. */
const TYPING_MS = 300;

/** Writes and checks the project of a draft, a moment after the last change. */
export function useProject(draft: Draft): readonly [ProjectAnswer | undefined, Fault | undefined] {
  const [state, setState] = useState<readonly [ProjectAnswer | undefined, Fault | undefined]>([
    undefined,
    undefined,
  ]);
  const key = JSON.stringify(draft);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      const asked = draft.yaml === null ? api.propose(answersOf(draft)) : api.check(draft.yaml);
      asked.then(
        (project) => isCurrent && setState([project, undefined]),
        (error: unknown) => isCurrent && setState(([before]) => [before, faultOf(error)]),
      );
    }, TYPING_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key]);
  return state;
}

function answersOf(all: Draft): Answers {
  const { seeds, good, bad, hosts, engine, ...others } = all;
  const { yaml: _yaml, ontologyWords: _words, trails: _trails, ...draft } = others;
  const lists = { seedUrls: entriesOf(seeds), good: entriesOf(good), bad: entriesOf(bad) };
  const chosen = { ...(hosts !== "" && { hosts }), ...(engine !== "" && { engine }) };
  return { ...draft, ...lists, ...chosen };
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

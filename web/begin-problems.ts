import type { ProjectAnswer } from "../lib/workbench/schemas.ts";
import { type Draft, entriesOf, type Step } from "./begin-draft.ts";

/** The fields of the form that a project file can be wrong in, by its keys: the longest that fits. */
const FIELDS = {
  name: ["name", "go"],
  "need.topic": ["topic", "what"],
  "need.words": ["words", "what"],
  "need.good": ["good", "what"],
  "need.bad": ["bad", "what"],
  "need.examplePage": ["examplePage", "what"],
  "seeds.urls": ["seeds", "where"],
  "scope.hosts": ["hosts", "where"],
  search: ["engine", "where"],
  "search.url": ["engineUrl", "where"],
  "budget.pages": ["pages", "go"],
  "budget.hours": ["hours", "go"],
  "budget.dollars": ["dollars", "go"],
  "politeness.minDelayMs": ["minDelaySeconds", "go"],
  "politeness.contact": ["contact", "go"],
} as const satisfies Readonly<Record<string, readonly [keyof Draft, Step]>>;

/** A fault of the project file, at its line, and at its field where the form has one. */
export interface Fault {
  readonly line: number;
  readonly says: string;
  /** What is wrong, without line and key. */
  readonly message: string;
  readonly field: keyof Draft | undefined;
  readonly step: Step | undefined;
}

/** A line that has its place in the file: `project:3:10 budget.pages: expected …`. */
const PLACED = /^project:(\d+):\d+ (([\w.]+)(?:\[\d+\])*(?:\.[\w.]+)*: )?(.*)$/s;

/** Returns the faults of a project; what it still lacks is none, as nobody has done anything wrong. */
export function faultsIn(problems: readonly string[]): readonly Fault[] {
  return problems.flatMap((problem) => {
    const [, line, , key = "", message = ""] = PLACED.exec(problem) ?? [];
    if (line === undefined) return [];
    const [field, step] = fieldOf(key) ?? [];
    const says = problem.replace(/^project:\d+:\d+ /, "");
    return [{ line: Number(line), says, message, field, step }];
  });
}

function fieldOf(key: string): readonly [keyof Draft, Step] | undefined {
  const fits = Object.entries(FIELDS).filter(
    ([known]) => key === known || key.startsWith(`${known}.`),
  );
  return fits.toSorted(([one], [other]) => other.length - one.length)[0]?.[1];
}

/** Why a crawl cannot begin yet, and where that is put right. */
export interface Reason {
  readonly says: string;
  /** Id of the field to fill in; empty where there is none. */
  readonly field: string;
  /** The step that has the field; `undefined` for the project file. */
  readonly step: Step | undefined;
}

/** Returns the one reason that comes first; `undefined` where the crawl can begin. */
export function reasonOf(
  project: ProjectAnswer | undefined,
  faults: readonly Fault[],
  draft: Draft,
): Reason | undefined {
  if (project === undefined)
    return { says: "One moment: the project is written.", field: "", step: undefined };
  const [fault] = faults;
  if (fault !== undefined)
    return fault.field === undefined
      ? {
          says: `Line ${fault.line} of the project file: ${fault.says}`,
          field: "yaml",
          step: undefined,
        }
      : {
          says: `Put right first: ${fault.says}`,
          field: `begin-${fault.field}`,
          step: fault.step,
        };
  const lacks = (key: string) => project.problems.some((problem) => problem.startsWith(`${key}:`));
  if (lacks("seeds.urls"))
    return isEmpty(draft)
      ? { says: "First say what you look for.", field: "begin-topic", step: "what" }
      : { says: "It needs an address to begin with.", field: "begin-seeds", step: "where" };
  if (lacks("politeness.contact"))
    return {
      says: "It needs your contact, for the sites' owners.",
      field: "begin-contact",
      step: "go",
    };
  const [other] = project.problems;
  return other === undefined ? undefined : { says: other, field: "", step: undefined };
}

/** Returns whether nothing says yet what is looked for. */
export function isEmpty({ topic, good, bad, examplePage, ontology, paths }: Draft): boolean {
  return entriesOf([topic, good, bad, examplePage, ontology, paths].join(" ")).length === 0;
}

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { HostAnswer, ProjectAnswer } from "../lib/workbench/schemas.ts";
import {
  type Draft,
  entriesOf,
  type FieldProps,
  STEPS,
  type Step as StepName,
} from "./begin-draft.ts";
import { type Fault, isEmpty } from "./begin-problems.ts";
import { count, roughly } from "./words.ts";

const TITLES: Readonly<Record<StepName, string>> = {
  what: "What",
  where: "Where",
  go: "Go",
};

/** What leads on from a step. */
const ONWARD: Readonly<Record<StepName, string>> = {
  what: "Next: where to begin",
  where: "Next: how much, and who asks",
  go: "",
};

/** What the steps of the form share. */
export interface StepProps extends FieldProps {
  readonly project: ProjectAnswer | undefined;
  readonly web: HostAnswer["web"];
  /** Whether the host takes files. */
  readonly gathers: boolean;
  readonly faults: readonly Fault[];
}

interface CardProps extends Pick<StepProps, "draft" | "faults"> {
  readonly step: StepName;
  /** What was given in it, in a line, while it is closed. */
  readonly summary: string;
  readonly onOpen: (step: StepName) => void;
  readonly children: ComponentChildren;
}

/** One step: open, or a line of what it has. Nothing in it is lost while it is closed. */
export function Step({ step, draft, faults, summary, onOpen, children }: CardProps) {
  const body = useRef<HTMLDivElement>(null);
  const isOpen = draft.step === step;
  const isFaulty = faults.some((fault) => fault.step === step);
  const number = STEPS.indexOf(step) + 1;
  const next = STEPS[number];
  const open = (to: StepName) => {
    onOpen(to);
    setTimeout(() => document.querySelector<HTMLElement>(FIRST_FIELD)?.focus());
  };
  return (
    <section class={isOpen ? "step open" : "step"} aria-label={TITLES[step]}>
      <h2>
        <button type="button" class="head" aria-expanded={isOpen} onClick={() => open(step)}>
          <span class="digit" aria-hidden="true">
            {number}
          </span>
          <span>{TITLES[step]}</span>
          {!isOpen && <span class="summary">{summary}</span>}
          {!isOpen && isFaulty && <span class="faulty">put right</span>}
        </button>
      </h2>
      <div class="body" ref={body} hidden={!isOpen}>
        {children}
        {next !== undefined && (
          <p>
            <button type="button" onClick={() => open(next)}>
              {ONWARD[step]}
            </button>
          </p>
        )}
      </div>
    </section>
  );
}

/** Where one goes on typing once a step is open. */
const FIRST_FIELD = ".step.open .body :is(textarea, input:not([type=file]), select)";

/** What is looked for, in a line. */
export function whatSummary(draft: Draft, project: ProjectAnswer | undefined): string {
  if (isEmpty(draft)) return "nothing yet";
  const [good, bad] = [entriesOf(draft.good).length, entriesOf(draft.bad).length];
  return listed([
    draft.topic.trim() === "" ? "" : `“${draft.topic.trim()}”`,
    good === 0 ? "" : good === 1 ? "1 example" : `${count(good)} examples`,
    bad === 0 ? "" : `${count(bad)} that are not`,
    draft.examplePage === "" ? "" : "all built like one page",
    draft.ontology === "" ? "" : `concepts of ${draft.ontology}`,
    draft.paths === "" ? "" : "click paths",
    project?.strategy === null || project === undefined ? "" : `strategy ${project.strategy}`,
  ]);
}

/** Where it begins, in a line. */
export function whereSummary({ seeds, hosts, engine }: Draft): string {
  const [first, second, ...others] = entriesOf(seeds).map(shortAddress);
  const more = others.length === 0 ? "" : `${count(others.length)} more`;
  const named = [first, second].filter((each) => each !== undefined);
  const searched = engine === "" ? "" : "what a search finds";
  if (named.length === 0 && searched === "") return "no address yet";
  const far = { "": "", any: "any host", seeds: "these hosts only" }[hosts];
  return listed([...named, more, searched, far]);
}

/** How much, and who asks, in a line. */
export function goSummary(
  draft: Draft,
  project: ProjectAnswer | undefined,
  web: HostAnswer["web"],
): string {
  const here = project?.forecast?.here ?? null;
  const pages = Number(draft.pages);
  return listed([
    draft.pages === "" ? "" : `${pages > 0 ? count(pages) : draft.pages} pages at most`,
    here === null ? "" : roughly(here.hours),
    draft.dollars === "" ? "" : `at most $${draft.dollars}`,
    draft.contact !== "" ? draft.contact : web === "live" ? "contact needed" : "",
  ]);
}

function listed(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

/** Returns an address as one says it. */
function shortAddress(entry: string): string {
  return entry.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

interface FieldFaultProps extends Pick<StepProps, "faults"> {
  readonly field: keyof Draft;
}

/** Says below a field what is wrong in it. */
export function FieldFault({ faults, field }: FieldFaultProps) {
  const own = faults.filter((fault) => fault.field === field);
  if (own.length === 0) return null;
  return (
    <span class="problem" id={`${field}-fault`}>
      {own.map(({ message }) => message).join("; ")}
    </span>
  );
}

/** What ties a field to its faults and to what leads to it. */
export function tied(faults: readonly Fault[], field: keyof Draft) {
  const isFaulty = faults.some((fault) => fault.field === field);
  return {
    id: `begin-${field}`,
    ...(isFaulty && { "aria-invalid": true, "aria-describedby": `${field}-fault` }),
  };
}

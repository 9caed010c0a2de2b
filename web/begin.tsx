import { useState } from "preact/hooks";
import type { Fault, HostAnswer } from "../lib/workbench/schemas.ts";
import { api, faultOf } from "./api.ts";
import {
  type Change,
  type Draft,
  NEW_DRAFT,
  projectOf,
  useDraft,
  useProject,
} from "./begin-draft.ts";
import { ProjectFile } from "./begin-file.tsx";
import { Forecast, GoFields } from "./begin-go.tsx";
import { faultsIn, type Reason, reasonOf } from "./begin-problems.ts";
import { goSummary, Step, whatSummary, whereSummary } from "./begin-steps.tsx";
import { WhatFields } from "./begin-what.tsx";
import { WhereFields } from "./begin-where.tsx";
import { useLoaded } from "./hooks.ts";
import { FaultNote } from "./parts.tsx";
import { linkTo } from "./route.ts";

/** How a crawl is begun on this host: of any project, or of the one that it has. */
export function Begin() {
  const host = useLoaded("host", api.host);
  if (host.value === undefined) return <FaultNote fault={host.fault} />;
  const { project, web, can } = host.value;
  return project === null ? <AnyCrawl web={web} can={can} /> : <OneCrawl project={project} />;
}

/** The project file of a host that has one alone, as of a stack. */
function OneCrawl({ project }: { readonly project: string }) {
  const { value, fault, reload } = useLoaded(project, () => api.project(project));
  const [refused, setRefused] = useState<Fault>();
  const [isSent, setSent] = useState(false);
  const begin = () => {
    if (value === undefined) return;
    setSent(true);
    const follow = () => {
      location.hash = linkTo({ view: "watch", run: project });
    };
    api
      .begin(project, value.text)
      .then(follow, (error: unknown) => setRefused(faultOf(error)))
      .finally(() => setSent(false));
  };
  const canBegin = value !== undefined && value.problems.length === 0;
  return (
    <div class="begin">
      <h1>Begin {project} in its stack</h1>
      <p>
        A stack crawls one project. To change it, change its file, then{" "}
        <button type="button" class="quiet" onClick={reload}>
          read it again
        </button>
        .
      </p>
      <FaultNote fault={refused ?? fault} />
      <p>
        <button type="button" class="main" disabled={!canBegin || isSent} onClick={begin}>
          Begin the crawl
        </button>
      </p>
      <Forecast forecast={value?.forecast ?? null} />
      <ul class="problems">
        {value?.problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      <pre>{value?.text}</pre>
    </div>
  );
}

/** A new crawl in three steps, or as the project file that they write. */
function AnyCrawl({ web, can }: Pick<HostAnswer, "web" | "can">) {
  const [draft, change] = useDraft();
  const [project, fault] = useProject(draft, change);
  const { send, refused, isSent } = useBegin((contact) => change({ ...NEW_DRAFT, contact }));
  // What is typed into the form goes into the file, whoever wrote it.
  const fill: Change = (more) =>
    change((before) => ({
      ...(typeof more === "function" ? more(before) : more),
      changed: "form",
    }));
  const faults = faultsIn(project?.problems ?? []);
  const reason = reasonOf(project, faults, draft);
  const form = { draft, project, web, gathers: can.gather, faults, onChange: fill, onMove: change };
  const open = (step: typeof draft.step) => change({ step, tab: "form" });
  return (
    <div class="begin">
      <h1>What are you looking for?</h1>
      <Tabs tab={draft.tab} onChange={(tab) => change({ tab })} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === undefined) send(draft);
        }}
      >
        <fieldset class="steps" hidden={draft.tab !== "form"} disabled={project?.answers === null}>
          <legend class="unseen">The crawl</legend>
          <Step step="what" {...form} summary={whatSummary(draft, project)} onOpen={open}>
            <WhatFields {...form} />
          </Step>
          <Step step="where" {...form} summary={whereSummary(draft)} onOpen={open}>
            <WhereFields {...form} />
          </Step>
          <Step step="go" {...form} summary={goSummary(draft, project, web)} onOpen={open}>
            <GoFields {...form} />
          </Step>
        </fieldset>
        {draft.tab === "file" && <ProjectFile {...{ draft, project }} onChange={change} />}
        <FaultNote fault={refused ?? fault} />
        <p class="go">
          <button
            type="submit"
            class="main"
            disabled={reason !== undefined || isSent}
            aria-describedby={reason === undefined ? undefined : "why-not"}
          >
            Begin the crawl
          </button>
          {reason === undefined ? (
            web === "recorded" && <span class="hint">of the recording, not the live web</span>
          ) : (
            <WhyNot reason={reason} onChange={change} />
          )}
        </p>
      </form>
    </div>
  );
}

/**
 * Begins the crawl of a draft, and leads to it; what was typed is then done with, but for who crawls. The project is
 * written once more, as the one on the page may be older than the last key.
 */
function useBegin(onBegun: (contact: string) => void) {
  const [refused, setRefused] = useState<Fault>();
  const [isSent, setSent] = useState(false);
  const begin = async (draft: Draft) => {
    const project = await projectOf(draft);
    const { name, text, problems } = project;
    if (name === null || reasonOf(project, faultsIn(problems), draft) !== undefined) return;
    await api.begin(name, text);
    onBegun(draft.contact);
    location.hash = linkTo({ view: "watch", run: name });
  };
  const send = (draft: Draft) => {
    setSent(true);
    begin(draft)
      .catch((error: unknown) => setRefused(faultOf(error)))
      .finally(() => setSent(false));
  };
  return { send, refused, isSent };
}

const TABS = { form: "In three steps", file: "Project file" } as const;

function Tabs({
  tab,
  onChange,
}: {
  readonly tab: keyof typeof TABS;
  readonly onChange: (tab: keyof typeof TABS) => void;
}) {
  return (
    <div class="tabs" role="group" aria-label="How the crawl is described">
      {(["form", "file"] as const).map((each) => (
        <button key={each} type="button" aria-pressed={tab === each} onClick={() => onChange(each)}>
          {TABS[each]}
        </button>
      ))}
    </div>
  );
}

/** The one reason why the crawl cannot begin yet, which leads to where it is put right. */
function WhyNot({ reason, onChange }: { readonly reason: Reason; readonly onChange: Change }) {
  const { step, field, says } = reason;
  const lead = () => {
    onChange(step === undefined ? { tab: "file" } : { step, tab: "form" });
    setTimeout(() => document.getElementById(field)?.focus());
  };
  return (
    <span class="hint" id="why-not">
      {field === "" ? (
        says
      ) : (
        <button type="button" class="quiet" onClick={lead}>
          {says}
        </button>
      )}
    </span>
  );
}

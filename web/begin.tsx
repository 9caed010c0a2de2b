import { useState } from "preact/hooks";
import type { Fault, HostAnswer, ProjectAnswer } from "../lib/workbench/schemas.ts";
import { api, faultOf } from "./api.ts";
import { type FieldProps, NEW_DRAFT, useDraft, useProject } from "./begin-draft.ts";
import { Forecast, NeedFields, WhereFields } from "./begin-fields.tsx";
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

/** The form of a new crawl, beside the project file that it writes. */
function AnyCrawl({ web, can }: Pick<HostAnswer, "web" | "can">) {
  const [draft, change] = useDraft();
  const [project, fault] = useProject(draft);
  const [refused, setRefused] = useState<Fault>();
  const [isSent, setSent] = useState(false);
  const begin = () => {
    const name = project?.name;
    if (project === undefined || name === null || name === undefined) return;
    setSent(true);
    const follow = () => {
      change({ ...NEW_DRAFT, contact: draft.contact });
      location.hash = linkTo({ view: "watch", run: name });
    };
    api
      .begin(name, project.text)
      .then(follow, (error: unknown) => setRefused(faultOf(error)))
      .finally(() => setSent(false));
  };
  // A file that was changed by hand takes nothing from the form.
  const form = { draft, project, gathers: can.gather && draft.yaml === null, onChange: change };
  const problems = project?.problems ?? [];
  const canBegin = project !== undefined && problems.length === 0 && project.name !== null;
  return (
    <div class="begin">
      <h1>What are you looking for?</h1>
      <div class="beside">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            begin();
          }}
        >
          <fieldset disabled={draft.yaml !== null}>
            <legend class="unseen">The crawl</legend>
            <NeedFields {...form} />
            <WhereFields {...form} web={web} />
          </fieldset>
          {draft.yaml !== null && <ByHand onChange={change} />}
          <Proposal project={project} />
          <FaultNote fault={refused ?? fault} />
          <p>
            <button type="submit" class="main" disabled={!canBegin || isSent}>
              Begin the crawl
            </button>{" "}
            {web === "recorded" && <span class="hint">of the recording, not the live web</span>}
          </p>
        </form>
        <ProjectFile draft={draft} project={project} onChange={change} />
      </div>
    </div>
  );
}

function ByHand({ onChange }: Pick<FieldProps, "onChange">) {
  return (
    <p class="hint">
      The project file was changed by hand, so the form is not used.{" "}
      <button type="button" class="quiet" onClick={() => onChange({ yaml: null })}>
        Use the form again
      </button>
    </p>
  );
}

function Proposal({ project }: { readonly project: ProjectAnswer | undefined }) {
  if (project?.strategy === undefined || project.strategy === null) return null;
  return (
    <p class="proposal">
      Strategy <strong>{project.strategy}</strong>
      {project.because === null ? "" : `: ${project.because}`}.
    </p>
  );
}

function ProjectFile({
  draft,
  project,
  onChange,
}: FieldProps & { readonly project: ProjectAnswer | undefined }) {
  const text = draft.yaml ?? project?.text ?? "";
  const problems = project?.problems ?? [];
  return (
    <div class="project">
      <label>
        The project file that this makes
        <textarea
          class="yaml"
          rows={36}
          spellcheck={false}
          value={text}
          aria-invalid={problems.length > 0}
          aria-describedby="problems"
          onInput={(event) => onChange({ yaml: event.currentTarget.value })}
        />
      </label>
      <div id="problems" role="status">
        {problems.length > 0 && (
          <ul class="problems">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

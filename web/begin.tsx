import { useEffect, useRef, useState } from "preact/hooks";
import type { Answers, Fault, HostAnswer, ProjectAnswer } from "../lib/workbench/schemas.ts";
import { api, faultOf } from "./api.ts";
import { useKept, useLoaded } from "./hooks.ts";
import { FaultNote } from "./parts.tsx";
import { linkTo } from "./route.ts";

/** What was typed, as it was typed. */
interface Draft {
  readonly name: string;
  readonly topic: string;
  readonly seeds: string;
  readonly good: string;
  readonly examplePage: string;
  readonly hosts: "" | "any" | "seeds";
  readonly pages: string;
  readonly hours: string;
  readonly minDelaySeconds: string;
  readonly contact: string;
  /** The project file, where it was changed by hand: the form no longer writes it. */
  readonly yaml: string | null;
}

const NEW: Draft = {
  name: "",
  topic: "",
  seeds: "",
  good: "",
  examplePage: "",
  hosts: "",
  pages: "1000",
  hours: "",
  minDelaySeconds: "",
  contact: "",
  yaml: null,
};

/** Time after the last key at which a draft is checked, in ms. */
const TYPING_MS = 300;

/** How a crawl is begun on this host: of any project, or of the one that it has. */
export function Begin() {
  const host = useLoaded("host", api.host);
  if (host.value === undefined) return <FaultNote fault={host.fault} />;
  const { project, web } = host.value;
  return project === null ? <AnyCrawl web={web} /> : <OneCrawl project={project} />;
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
function AnyCrawl({ web }: { readonly web: HostAnswer["web"] }) {
  const [draft, keep] = useKept("dowser draft", NEW);
  const [project, fault] = useProject(draft);
  const [refused, setRefused] = useState<Fault>();
  const [isSent, setSent] = useState(false);
  const change = (more: Partial<Draft>) => keep({ ...draft, ...more });
  const begin = () => {
    const name = project?.name;
    if (project === undefined || name === null || name === undefined) return;
    setSent(true);
    const follow = () => {
      keep({ ...NEW, contact: draft.contact });
      location.hash = linkTo({ view: "watch", run: name });
    };
    api
      .begin(name, project.text)
      .then(follow, (error: unknown) => setRefused(faultOf(error)))
      .finally(() => setSent(false));
  };
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
            <NeedFields draft={draft} onChange={change} />
            <WhereFields draft={draft} onChange={change} />
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

/** Writes and checks the project of a draft, a moment after the last change. */
function useProject(draft: Draft): readonly [ProjectAnswer | undefined, Fault | undefined] {
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

function answersOf({ seeds, good, hosts, yaml: _yaml, ...draft }: Draft): Answers {
  const answers = { ...draft, seedUrls: entriesOf(seeds), good: entriesOf(good) };
  return hosts === "" ? answers : { ...answers, hosts };
}

function entriesOf(text: string): string[] {
  return text.split(/\s+/).filter((entry) => entry !== "");
}

interface FieldProps {
  readonly draft: Draft;
  readonly onChange: (more: Partial<Draft>) => void;
}

function NeedFields({ draft, onChange }: FieldProps) {
  return (
    <>
      <label>
        In words
        <textarea
          rows={2}
          value={draft.topic}
          placeholder="beekeeping in cities"
          onInput={(event) => onChange({ topic: event.currentTarget.value })}
        />
      </label>
      <Examples draft={draft} onChange={onChange} />
      <details>
        <summary>They are all built like one page</summary>
        <label>
          Address of one of them
          <input
            value={draft.examplePage}
            placeholder="https://forum.example.org/member?u=7"
            onInput={(event) => onChange({ examplePage: event.currentTarget.value.trim() })}
          />
        </label>
      </details>
    </>
  );
}

/** Addresses in a table or a list. */
const ADDRESS = /https?:\/\/[^\s"',;<>]+/g;

function Examples({ draft, onChange }: FieldProps) {
  const [fault, setFault] = useState<Fault>();
  const [isOver, setOver] = useState(false);
  const latest = useRef(draft.good);
  latest.current = draft.good;
  const take = async (files: Iterable<File>) => {
    setFault(undefined);
    for (const file of files) {
      try {
        const entries = /\.(?:txt|csv|tsv)$/i.test(file.name)
          ? ((await file.text()).match(ADDRESS) ?? [])
          : [(await api.keepExample(file.name, file)).file];
        const all = new Set([...entriesOf(latest.current), ...entries]);
        latest.current = [...all].join("\n");
        onChange({ good: latest.current });
      } catch (error) {
        setFault(faultOf(error));
      }
    }
  };
  return (
    <div
      class={isOver ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer?.files ?? []);
      }}
    >
      <label>
        Examples: paste addresses, one a line
        <textarea
          rows={4}
          value={draft.good}
          spellcheck={false}
          onInput={(event) => onChange({ good: event.currentTarget.value })}
        />
      </label>
      <label class="file">
        or drop saved pages (HTML) and lists (TXT, CSV) here
        <input
          type="file"
          multiple
          accept=".html,.htm,.txt,.csv,.tsv"
          onChange={(event) => void take(event.currentTarget.files ?? [])}
        />
      </label>
      <FaultNote fault={fault} />
    </div>
  );
}

function WhereFields({ draft, onChange }: FieldProps) {
  const field = (key: "pages" | "hours" | "minDelaySeconds", name: string, hint: string) => (
    <label>
      {name}
      <input
        inputMode="decimal"
        value={draft[key]}
        placeholder={hint}
        onInput={(event) => onChange({ [key]: event.currentTarget.value.trim() })}
      />
    </label>
  );
  return (
    <>
      <label>
        Where to begin: addresses, one a line
        <textarea
          rows={3}
          value={draft.seeds}
          spellcheck={false}
          placeholder="https://example.org/"
          onInput={(event) => onChange({ seeds: event.currentTarget.value })}
        />
      </label>
      <label>
        How far
        <select
          value={draft.hosts}
          onChange={({ currentTarget: { value } }) =>
            onChange({ hosts: value === "any" || value === "seeds" ? value : "" })
          }
        >
          <option value="">as fits what you look for</option>
          <option value="any">anywhere that links lead</option>
          <option value="seeds">only the hosts where it begins</option>
        </select>
      </label>
      <div class="row">
        {field("pages", "Pages at most", "1000")}
        {field("hours", "Hours at most", "no limit")}
        {field("minDelaySeconds", "Seconds between requests to a host", "1")}
      </div>
      <NameFields draft={draft} onChange={onChange} />
    </>
  );
}

function NameFields({ draft, onChange }: FieldProps) {
  return (
    <div class="row">
      <label>
        How site owners can reach you
        <input
          type="text"
          autocomplete="email"
          value={draft.contact}
          placeholder="you@example.org"
          onInput={(event) => onChange({ contact: event.currentTarget.value.trim() })}
        />
      </label>
      <label>
        Name of the crawl
        <input
          value={draft.name}
          placeholder="from the words"
          onInput={(event) => onChange({ name: event.currentTarget.value.trim() })}
        />
      </label>
    </div>
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

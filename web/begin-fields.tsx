import type { HostAnswer, ProjectAnswer } from "../lib/workbench/schemas.ts";
import { TopicConcepts } from "./begin-concepts.tsx";
import { entriesOf, type FieldProps, withEntries } from "./begin-draft.ts";
import { DropField, readExamples, readList } from "./begin-files.tsx";
import { ClickPaths } from "./begin-paths.tsx";
import { ExampleSearch } from "./begin-search.tsx";
import { count, roughly } from "./words.ts";

type NeedProps = GatherProps & { readonly project: ProjectAnswer | undefined };

/** A part of the form that takes files, too, where the host can keep them. */
type GatherProps = FieldProps & { readonly gathers: boolean };

/** What is looked for. */
export function NeedFields({ draft, project, gathers, onChange }: NeedProps) {
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
      {draft.topic.trim() !== "" && (
        <label>
          Words that such pages have: seven to twenty-five, as by two words few pages are told
          <textarea
            rows={2}
            value={draft.words}
            placeholder="hive, honey, queen, swarm, varroa, apiary, nectar"
            onInput={(event) => onChange({ words: event.currentTarget.value })}
          />
        </label>
      )}
      <Examples {...{ draft, gathers, onChange }} />
      {gathers && (
        <details>
          <summary>Search for examples, and judge what is found</summary>
          <ExampleSearch {...{ draft, project, onChange }} />
        </details>
      )}
      <details>
        <summary>Pages that are not what you look for{counted(draft.bad)}</summary>
        <label>
          Bad examples: addresses, one a line
          <textarea
            rows={3}
            value={draft.bad}
            spellcheck={false}
            onInput={(event) => onChange({ bad: event.currentTarget.value })}
          />
        </label>
      </details>
      {gathers && <Gathered draft={draft} onChange={onChange} />}
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

/** What a need is made of beside words and pages. */
function Gathered({ draft, onChange }: FieldProps) {
  return (
    <>
      <details>
        <summary>
          Concepts of an ontology{draft.ontology === "" ? "" : `: ${draft.ontology}`}
        </summary>
        <TopicConcepts draft={draft} onChange={onChange} />
      </details>
      <details>
        <summary>Click paths to such pages{draft.paths === "" ? "" : `: ${draft.paths}`}</summary>
        <ClickPaths draft={draft} onChange={onChange} />
      </details>
    </>
  );
}

/** Says how many entries a closed part of the form has. */
function counted(entries: string): string {
  const { length } = entriesOf(entries);
  return length === 0 ? "" : ` (${count(length)})`;
}

function Examples({ draft, gathers, onChange }: GatherProps) {
  const take = (entries: readonly string[]) =>
    onChange(({ good }) => ({ good: withEntries(good, entries) }));
  return (
    <DropField
      isOpen={gathers}
      invitation="or drop saved pages (HTML), recordings (WARC) and lists (TXT, CSV) here"
      accept=".html,.htm,.warc,.gz,.txt,.csv,.tsv"
      read={readExamples}
      onTake={take}
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
    </DropField>
  );
}

type WhereProps = FieldProps & Pick<HostAnswer, "web">;

/** Where to begin, how far, how much, and who crawls. */
export function WhereFields(props: WhereProps & NeedProps) {
  const { draft, project, web, gathers, onChange } = props;
  const field = (
    key: "pages" | "hours" | "dollars" | "minDelaySeconds",
    name: string,
    hint: string,
  ) => (
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
      <Seeds {...{ draft, gathers, onChange }} />
      <Engine draft={draft} web={web} onChange={onChange} />
      <div class="row">
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
        {field("minDelaySeconds", "Seconds between requests to a host", "1")}
      </div>
      <div class="row limits">
        {field("pages", "Pages at most", "1000")}
        {field("hours", "Hours at most", "no limit")}
        {field("dollars", "Dollars at most", "no limit")}
      </div>
      <Forecast forecast={project?.forecast ?? null} />
      <NameFields draft={draft} onChange={onChange} />
    </>
  );
}

function Seeds({ draft, gathers, onChange }: GatherProps) {
  const take = (entries: readonly string[]) =>
    onChange(({ seeds }) => ({ seeds: withEntries(seeds, entries) }));
  return (
    <DropField
      isOpen={gathers}
      invitation="or drop lists (TXT, CSV) here"
      accept=".txt,.csv,.tsv"
      read={readList}
      onTake={take}
    >
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
    </DropField>
  );
}

function Engine({ draft, web, onChange }: WhereProps) {
  return (
    <div class="row">
      <label>
        Search engine for more seeds
        <select
          value={draft.engine}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              engine: ENGINES.find((engine) => engine === value) ?? "",
            })
          }
        >
          <option value="">none</option>
          <option value="searxng">a SearXNG instance</option>
          <option value="brave">Brave, by the key in BRAVE_SEARCH_API_KEY</option>
          {web === "recorded" && <option value="local">the text of the recording</option>}
        </select>
      </label>
      {draft.engine === "searxng" && (
        <label>
          Address of the instance
          <input
            value={draft.engineUrl}
            placeholder="http://127.0.0.1:8080"
            onInput={(event) => onChange({ engineUrl: event.currentTarget.value.trim() })}
          />
        </label>
      )}
    </div>
  );
}

const ENGINES = ["searxng", "brave", "local"] as const;

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

type Known = NonNullable<ProjectAnswer["forecast"]>;
type Expected = NonNullable<Known["here"]>;

/** What the budget means: pages, time and money, before anything is fetched. */
export function Forecast({ forecast }: { readonly forecast: ProjectAnswer["forecast"] }) {
  if (forecast === null) return null;
  const { here, stack, hosts, stays } = forecast;
  if (here === null && stack === null) return null;
  const said = hosts === 1 ? "1 host" : `${count(hosts)} hosts`;
  return (
    <div role="group" aria-label="Forecast">
      <dl class="forecast">
        {here !== null && (
          <>
            <dt>Here</dt>
            <dd>{inWords(here)}</dd>
          </>
        )}
        {stack !== null && (
          <>
            <dt>In a stack</dt>
            <dd>{inWords(stack)}</dd>
          </>
        )}
      </dl>
      <p class="hint">
        If all pages are on the {said} where it begins
        {stays ? "" : "; with more hosts it ends sooner"}. Assumed: half a second an answer, list
        prices of AWS.
      </p>
    </div>
  );
}

function inWords({ pages, hours, dollars, bound }: Expected): string {
  const cost = dollars === 0 ? "no cost" : `$${dollars.toFixed(dollars < 1 ? 3 : 2)}`;
  const end = bound === "pages" ? "" : `: the ${bound} end it before its pages do`;
  const said = pages === 1 ? "1 page" : `${count(pages)} pages`;
  return `${said}, ${roughly(hours)}, ${cost}${end}`;
}

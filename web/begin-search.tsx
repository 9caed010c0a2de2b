import { useEffect, useRef, useState } from "preact/hooks";
import type { Found } from "../lib/workbench/begin-schemas.ts";
import type { Fault, ProjectAnswer } from "../lib/workbench/schemas.ts";
import { api, faultOf } from "./api.ts";
import { type Change, type Draft, entriesOf, withEntries, withoutEntry } from "./begin-draft.ts";
import { useLoaded, useTurns } from "./hooks.ts";
import { FaultNote, Key, MarkedText } from "./parts.tsx";
import { count } from "./words.ts";

type Result = Found["results"][number];
type Verdict = "good" | "bad";

/** The engine of the project, among the sources. */
const ENGINE = "engine";

/** Time after which a source whose text is being read is asked again, in ms. */
const AGAIN_MS = 1_000;

interface SearchProps {
  readonly draft: Draft;
  readonly project: ProjectAnswer | undefined;
  readonly onChange: Change;
}

/** Search for pages, and judge each at once as an example. */
export function ExampleSearch({ draft, project, onChange }: SearchProps) {
  const { value: listed, fault } = useLoaded("sources", api.sources);
  const search = useSearch(project, draft.sought, (sought) => onChange({ sought }));
  const sources = sourcesOf(listed?.sources ?? [], project?.engine ?? null);
  const [chosen, choose] = useState("");
  const source = sources.some(([name]) => name === chosen) ? chosen : (sources[0]?.[0] ?? "");
  if (sources.length === 0)
    return (
      <>
        <FaultNote fault={fault} />
        <p class="hint">
          Nothing can be searched yet. Choose a search engine below, open a recording with{" "}
          <code>dowser ui --web</code>, or crawl first: each run can be searched.
        </p>
      </>
    );
  return (
    <>
      <Ask {...{ sources, source, choose, search }} hint={draft.topic} />
      <FaultNote fault={search.fault} />
      <p role="status" class="hint">
        {saidOf(search)}
      </p>
      {search.found !== undefined && search.found.results.length > 0 && (
        <Results key={search.turn} {...{ draft, onChange }} {...search} found={search.found} />
      )}
    </>
  );
}

interface AskProps {
  readonly sources: ReturnType<typeof sourcesOf>;
  readonly source: string;
  readonly choose: (source: string) => void;
  readonly search: ReturnType<typeof useSearch>;
  readonly hint: string;
}

/** What is searched, and for what. */
function Ask({ sources, source, choose, search, hint }: AskProps) {
  const go = () => search.begin(source);
  return (
    <div class="ask">
      <label>
        Search in
        <select value={source} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {sources.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label>
        for
        <input
          type="search"
          maxLength={400}
          value={search.words}
          placeholder={hint || "words on the pages"}
          onInput={({ currentTarget }) => search.setWords(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // The form around it begins the crawl.
            event.preventDefault();
            go();
          }}
        />
      </label>
      <button type="button" disabled={search.words.trim() === ""} onClick={go}>
        Search
      </button>
    </div>
  );
}

function sourcesOf(
  listed: readonly { readonly source: string; readonly run: string | null }[],
  engine: string | null,
): readonly (readonly [name: string, words: string])[] {
  const own = listed.map(
    ({ source, run }) => [source, run === null ? "the recording" : `the pages of ${run}`] as const,
  );
  // The full text of the recording is among them already.
  const isOther = engine !== null && engine !== "local";
  return isOther ? [...own, [ENGINE, `the web, by ${engine}`] as const] : own;
}

/** A search, which goes on while the text of its source is being read. */
function useSearch(
  project: ProjectAnswer | undefined,
  words: string,
  setWords: (words: string) => void,
) {
  const [found, setFound] = useState<Found>();
  const [fault, setFault] = useState<Fault>();
  const [asked, setAsked] = useState<{ source: string; words: string }>();
  const [isAsking, setAsking] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const turns = useTurns();
  useEffect(() => () => clearTimeout(timer.current), []);
  const begin = (source: string) => {
    const text = words.trim();
    if (text === "") return;
    clearTimeout(timer.current);
    turns.begin();
    setFound(undefined);
    setFault(undefined);
    setAsked({ source, words: text });
    setAsking(true);
    const body =
      source === ENGINE
        ? { source, words: text, project: project?.text ?? "" }
        : { source, words: text };
    const take = turns.latest((answer: Found) => {
      setFound(answer);
      setAsking(answer.isReading);
      if (answer.isReading) timer.current = setTimeout(ask, AGAIN_MS);
    });
    const fail = turns.latest((error: unknown) => {
      setFault(faultOf(error));
      setAsking(false);
    });
    const ask = () => void api.search(body).then(take, fail);
    ask();
  };
  return { words, setWords, found, fault, asked, isAsking, begin, turn: turns.number() };
}

function saidOf({ found, isAsking }: Pick<ReturnType<typeof useSearch>, "found" | "isAsking">) {
  if (found?.isReading === true)
    return `Reading the text of the pages: ${count(found.read)} of ${count(found.pages)}.`;
  if (isAsking) return "Searching…";
  if (found === undefined) return "";
  if (found.results.length === 0) return "No page has these words: try others.";
  const all =
    found.pages < found.all ? `, in the first ${count(found.pages)} of ${count(found.all)}` : "";
  return `${count(found.results.length)} pages, the best first${all}.`;
}

type ResultsProps = Pick<SearchProps, "draft" | "onChange"> & {
  readonly found: Found;
  readonly asked: { readonly source: string; readonly words: string } | undefined;
};

/** What was found; one of them is open, and each verdict opens the next. */
function Results({ draft, onChange, found: { results }, asked }: ResultsProps) {
  const list = useRef<HTMLOListElement>(null);
  const { at, open } = useOpened(list);
  const { say, fault } = useVerdicts(draft, onChange, asked?.source ?? "");
  const verdicts = verdictsIn(draft);
  const move = (steps: number) => open(Math.min(results.length - 1, Math.max(0, at + steps)));
  const judge = (verdict: Verdict) => {
    const result = results[at];
    if (result === undefined) return;
    const isTakenBack = say(result, verdict);
    if (!isTakenBack) move(1);
  };
  const actions: Actions = {
    y: () => judge("good"),
    n: () => judge("bad"),
    s: () => move(1),
    b: () => move(-1),
  };
  return (
    <>
      <FaultNote fault={fault} />
      <ol
        class="found"
        ref={list}
        onKeyDown={(event) => press(event, actions)}
        aria-label="Pages found"
      >
        {results.map((result, place) => {
          const isOpen = place === at;
          const verdict = verdicts.get(result.entry);
          return (
            <li key={result.url} class={isOpen ? "open" : ""}>
              <button
                type="button"
                class="title"
                aria-expanded={isOpen}
                onClick={() => open(place)}
              >
                <bdi>{result.title || result.url}</bdi>
                <VerdictMark verdict={verdict} />
              </button>
              {isOpen && <Opened {...{ result, asked, verdict, actions }} />}
            </li>
          );
        })}
      </ol>
    </>
  );
}

type Actions = Readonly<Record<"y" | "n" | "s" | "b", () => void>>;

/** Does what a key is for, while the results have the focus. */
function press(event: KeyboardEvent, actions: Readonly<Record<string, () => void>>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const action = actions[event.key.toLowerCase()];
  if (action === undefined) return;
  event.preventDefault();
  action();
}

/** Which result is open: the focus follows, for those who go by keys or listen. */
function useOpened(list: { readonly current: HTMLOListElement | null }) {
  const [at, setAt] = useState(0);
  const moves = useRef(false);
  // Once the one before is closed: what is above has its place then.
  useEffect(() => {
    const { activeElement } = document;
    // Whoever waits at the field goes on to the results; whoever types elsewhere is left alone.
    const waits = activeElement === document.body || activeElement?.closest(".ask") !== null;
    if (moves.current || waits)
      list.current?.querySelectorAll<HTMLElement>("button.title")[at]?.focus();
  }, [at]);
  const open = (place: number) => {
    moves.current = true;
    setAt(place);
  };
  return { at, open };
}

function VerdictMark({ verdict }: { readonly verdict: Verdict | undefined }) {
  return verdict === undefined ? null : <span class={`mark ${verdict}`}> {verdict}</span>;
}

interface OpenedProps {
  readonly result: Result;
  readonly asked: ResultsProps["asked"];
  readonly verdict: Verdict | undefined;
  readonly actions: Actions;
}

/** The page that is judged. */
function Opened({ result, asked, verdict, actions }: OpenedProps) {
  return (
    <div class="opened">
      <p class="url">
        <bdi>{result.url}</bdi>
      </p>
      {asked === undefined || asked.source === ENGINE ? (
        <p dir="auto">{result.extract}</p>
      ) : (
        <FoundText {...asked} url={result.url} />
      )}
      <div class="verdicts" role="group" aria-label="Verdict">
        <button type="button" class="good" aria-pressed={verdict === "good"} onClick={actions.y}>
          Relevant <Key name="y" />
        </button>
        <button type="button" class="bad" aria-pressed={verdict === "bad"} onClick={actions.n}>
          Irrelevant <Key name="n" />
        </button>
        <button type="button" onClick={actions.s}>
          Skip <Key name="s" />
        </button>
        <button type="button" onClick={actions.b}>
          Back <Key name="b" />
        </button>
      </div>
    </div>
  );
}

/** Text of a page of a source, the words that were searched for marked. */
export function FoundText(page: {
  readonly source: string;
  readonly words: string;
  readonly url: string;
}) {
  const { value, fault } = useLoaded(JSON.stringify(page), () => api.foundText(page));
  if (fault !== undefined) return <FaultNote fault={fault} />;
  return (
    <div class="text" dir="auto" tabIndex={0} role="region" aria-label="Text of the page">
      {value === undefined ? "…" : <MarkedText text={value.text} marks />}
    </div>
  );
}

/** The verdicts are what the form says of the pages: they stay when it is opened again. */
function verdictsIn({ good, bad }: Draft): ReadonlyMap<string, Verdict> {
  return new Map([
    ...entriesOf(bad).map((entry) => [entry, "bad"] as const),
    ...entriesOf(good).map((entry) => [entry, "good"] as const),
  ]);
}

function useVerdicts(draft: Draft, onChange: Change, source: string) {
  const [fault, setFault] = useState<Fault>();
  const put = (entry: string, verdict: Verdict | undefined) =>
    onChange(({ good, bad }) => {
      const others = { good: withoutEntry(good, entry), bad: withoutEntry(bad, entry) };
      return verdict === undefined
        ? others
        : { ...others, [verdict]: withEntries(others[verdict], [entry]) };
    });
  /** Says what a page is; the same again takes it back, and returns true. */
  const say = ({ url, entry }: Result, verdict: Verdict): boolean => {
    const isTakenBack = verdictsIn(draft).get(entry) === verdict;
    put(entry, isTakenBack ? undefined : verdict);
    setFault(undefined);
    if (!isTakenBack && entry !== url) {
      api.keepFound({ source, url }).catch((error: unknown) => {
        put(entry, undefined);
        setFault(faultOf(error));
      });
    }
    return isTakenBack;
  };
  return { say, fault };
}

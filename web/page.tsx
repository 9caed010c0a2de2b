import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Runs } from "../lib/workbench/schemas.ts";
import { api } from "./api.ts";
import { Begin } from "./begin.tsx";
import { Compare } from "./compare.tsx";
import { type Loaded, useLoaded, useReturn } from "./hooks.ts";
import { Judge } from "./judge.tsx";
import { Look } from "./look.tsx";
import { OnePage } from "./one-page.tsx";
import { Empty, FaultNote } from "./parts.tsx";
import {
  LOOK_VIEWS,
  type LookView,
  linkTo,
  type Place,
  placeOf,
  RUN_VIEWS,
  type RunView,
} from "./route.ts";
import { RunList } from "./runs.tsx";
import { takeSecret } from "./secret.ts";
import { SiteView } from "./site.tsx";
import { useStepStates } from "./step-states.ts";
import { Take } from "./take.tsx";
import { UndoBar } from "./undo.tsx";
import { WatchView } from "./watch.tsx";

const TITLES: Readonly<Record<RunView | LookView, string>> = {
  watch: "Watch",
  judge: "Judge",
  look: "Look",
  take: "Export",
  site: "Hosts and types",
  compare: "Compare",
};

function App() {
  const [hash, setHash] = useState(location.hash);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    const move = () => {
      setHash(location.hash);
      // Those who listen hear the new view from its beginning.
      main.current?.focus();
    };
    addEventListener("hashchange", move);
    // It may have changed since the page was first drawn.
    setHash(location.hash);
    return () => removeEventListener("hashchange", move);
  }, []);
  const runs = useLoaded(hash, () => api.runs());
  useReturn(runs.reload);
  const listed = runs.value?.runs ?? [];
  const place = placeOf(hash) ?? home(runs.value);
  useEffect(() => {
    document.title = place === undefined ? "Dowser" : `${titleOf(place)} · Dowser`;
  }, [hash, place?.view]);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => jump(event, main.current)}>
        To the contents
      </a>
      <Header place={place} runs={listed} />
      <main id="main" ref={main} tabIndex={-1}>
        <FaultNote fault={runs.fault} />
        {place === undefined ? null : <View place={place} runs={runs} />}
      </main>
      {place !== undefined && "run" in place && (
        <UndoBar
          key={place.run}
          run={place.run}
          isQuiet={place.view === "judge"}
          sends={place.view === "judge" || place.view === "look"}
        />
      )}
    </>
  );
}

function jump(event: Event, main: HTMLElement | null) {
  event.preventDefault();
  main?.focus();
}

/** The runs, or the form where there is none. */
function home(runs: Runs | undefined): Place | undefined {
  return runs && { view: runs.runs.length > 0 ? "runs" : "begin" };
}

function titleOf(place: Place): string {
  if (place.view === "begin") return "New crawl";
  if (place.view === "runs") return "Runs";
  return `${place.view === "page" ? "Page" : TITLES[place.view]} · ${place.run}`;
}

function View({ place, runs }: { readonly place: Place; readonly runs: Loaded<Runs> }) {
  switch (place.view) {
    case "runs":
      return <RunList runs={runs.value?.runs ?? []} onChange={runs.reload} />;
    case "begin":
      return <Begin />;
    case "watch":
      return <WatchView key={place.run} run={place.run} />;
    case "judge":
      return <Judge key={place.run} run={place.run} />;
    case "look":
      return <Look key={place.run} run={place.run} />;
    case "site":
      return <SiteView key={place.run} run={place.run} />;
    case "compare":
      return <Compare key={place.run} run={place.run} />;
    case "take":
      return <Take key={place.run} run={place.run} />;
    case "page":
      return Number.isInteger(place.sequence) ? (
        <OnePage key={linkTo(place)} run={place.run} sequence={place.sequence} />
      ) : (
        <Empty title="There is no such page">
          <p>
            <a href={linkTo({ view: "look", run: place.run })}>Choose one from the table.</a>
          </p>
        </Empty>
      );
  }
}

function Header({ place, runs }: { place: Place | undefined; runs: Runs["runs"] }) {
  const run = place !== undefined && "run" in place ? place.run : undefined;
  const view = navView(place);
  return (
    <header class="top">
      <a class="name" href="#/">
        <Mark />
        Dowser
      </a>
      {run !== undefined && <RunChoice run={run} runs={runs} />}
      <nav aria-label="Views">
        <a href={linkTo({ view: "runs" })} aria-current={view === "runs" ? "page" : undefined}>
          Runs
        </a>
        <a href={linkTo({ view: "begin" })} aria-current={view === "begin" ? "page" : undefined}>
          <span class="digit" aria-hidden="true">
            1
          </span>
          Begin
        </a>
        {run !== undefined && <StepLinks run={run} view={view} />}
      </nav>
    </header>
  );
}

/** The mark: a dowsing rod, an open fork of two lines. */
function Mark() {
  return (
    <svg class="brand" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M3 2 10 11 17 2" />
      <path d="M10 11V18" />
    </svg>
  );
}

/** The steps of a run, each with how far it is. */
function StepLinks({ run, view }: { readonly run: string; readonly view: string | undefined }) {
  const states = useStepStates(run);
  return (
    <>
      {RUN_VIEWS.map((each, at) => {
        const { mark = "", says } = states[each] ?? {};
        return (
          <a
            key={each}
            href={linkTo({ view: each, run })}
            aria-current={view === each ? "page" : undefined}
            title={says}
          >
            <span class="digit" aria-hidden="true">
              {at + 2}
            </span>
            {TITLES[each]}
            {mark !== "" && (
              <span class={mark === "●" ? "mark live" : "mark"} aria-hidden="true">
                {mark}
              </span>
            )}
          </a>
        );
      })}
    </>
  );
}

/** The view whose name in the navigation is marked. */
function navView(place: Place | undefined) {
  const view = place?.view;
  return view === "page" || LOOK_VIEWS.some((each) => each === view) ? "look" : view;
}

function RunChoice({ run, runs }: { readonly run: string; readonly runs: Runs["runs"] }) {
  const isListed = runs.some((each) => each.run === run);
  const all = isListed ? runs : [{ run, problem: null }, ...runs];
  const choose = (event: Event & { currentTarget: HTMLSelectElement }) => {
    location.hash = linkTo({ view: "watch", run: event.currentTarget.value });
  };
  return (
    <select class="run" aria-label="Run" value={run} onChange={choose}>
      {all.map(({ run: each, problem }) => (
        <option key={each} value={each}>
          {problem === null ? each : `${each} (cannot be read)`}
        </option>
      ))}
    </select>
  );
}

const root = document.getElementById("app");
takeSecret();
if (root !== null) render(<App />, root);

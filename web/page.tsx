import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Runs } from "../lib/workbench/schemas.ts";
import { api } from "./api.ts";
import { Begin } from "./begin.tsx";
import { Compare } from "./compare.tsx";
import { useLoaded } from "./hooks.ts";
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
import { takeSecret } from "./secret.ts";
import { SiteView } from "./site.tsx";
import { Take } from "./take.tsx";
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
  const listed = runs.value?.runs ?? [];
  const first = (listed.find(({ problem }) => problem === null) ?? listed[0])?.run;
  const place = placeOf(hash) ?? fallback(first, runs.value !== undefined);
  useEffect(() => {
    document.title = place === undefined ? "Dowser" : `${titleOf(place)} · Dowser`;
  }, [hash, first]);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => jump(event, main.current)}>
        To the contents
      </a>
      <Header place={place} runs={listed} />
      <main id="main" ref={main} tabIndex={-1}>
        <FaultNote fault={runs.fault} />
        {place === undefined ? null : <View place={place} />}
      </main>
    </>
  );
}

function jump(event: Event, main: HTMLElement | null) {
  event.preventDefault();
  main?.focus();
}

/** The last run, or the form where there is none. */
function fallback(first: string | undefined, isLoaded: boolean): Place | undefined {
  if (first !== undefined) return { view: "watch", run: first };
  return isLoaded ? { view: "begin" } : undefined;
}

function titleOf(place: Place): string {
  if (place.view === "begin") return "New crawl";
  return `${place.view === "page" ? "Page" : TITLES[place.view]} · ${place.run}`;
}

function View({ place }: { readonly place: Place }) {
  switch (place.view) {
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
        Dowser
      </a>
      {run !== undefined && <RunChoice run={run} runs={runs} />}
      <nav aria-label="Views">
        {run !== undefined &&
          RUN_VIEWS.map((each) => (
            <a
              key={each}
              href={linkTo({ view: each, run })}
              aria-current={view === each ? "page" : undefined}
            >
              {TITLES[each]}
            </a>
          ))}
        <a href={linkTo({ view: "begin" })} aria-current={view === "begin" ? "page" : undefined}>
          New crawl
        </a>
      </nav>
    </header>
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

import { useState } from "preact/hooks";
import type { Fault, RunCrawl, Watch } from "../lib/workbench/schemas.ts";
import { api, faultOf } from "./api.ts";
import { writeDraft } from "./begin-draft.ts";
import { HarvestChart } from "./chart.tsx";
import { DueLook } from "./due-look.tsx";
import { useKept, useLive, useLoaded } from "./hooks.ts";
import { Command, Empty, FaultNote, Figure, NoView } from "./parts.tsx";
import { linkTo } from "./route.ts";
import {
  bounds,
  count,
  learntInWords,
  moment,
  outcome,
  percent,
  STATES,
  score,
  sentence,
  span,
} from "./words.ts";

/** What a crawl does now, and what it has found. */
export function WatchView({ run }: { readonly run: string }) {
  const { value, fault } = useLive(run);
  if (value === undefined) {
    return fault === undefined ? (
      <p class="loading">Reading the run …</p>
    ) : (
      <NoView {...{ run, fault }} />
    );
  }
  const { crawl } = value;
  return (
    <div class="watch">
      <h1>
        {run} <State crawl={crawl} />
      </h1>
      <FaultNote fault={crawl.problem ?? undefined} />
      <FaultNote fault={fault} />
      <Orders run={run} watch={value} />
      {(crawl.state === "finished" || crawl.state === "paused") && crawl.listed > 0 && (
        <Harvest run={run} fetched={crawl.report?.fetched ?? 0} />
      )}
      {value.isDue && <DueLook run={run} />}
      <KeyFigures watch={value} />
      {value.harvest.length > 0 && value.nothing === null && (
        <HarvestChart harvest={value.harvest} />
      )}
      {(value.harvest.length === 0 || value.nothing !== null) && (
        <NoPage nothing={value.nothing} isEmpty={value.harvest.length === 0} />
      )}
      <div class="columns">
        <Latest run={run} latest={value.latest} />
        <div>
          <Ends rejected={value.rejected} />
          <Hosts watch={value} />
          <Model watch={value} />
        </div>
      </div>
      <Command text={crawl.command} />
    </div>
  );
}

/** What a crawl without a page, or without a relevant one, says: why, and what to do, in the words of its command. */
function NoPage({ nothing, isEmpty }: Pick<Watch, "nothing"> & { readonly isEmpty: boolean }) {
  const web = useLoaded("host", api.host).value?.web;
  if (nothing !== null)
    return (
      <Empty title={`The crawl has ${isEmpty ? "fetched no" : "found no relevant"} page`}>
        <ul class="lines">{nothing.reasons.map(lineOf)}</ul>
        <p>So that the next crawl finds some:</p>
        <ul class="lines">{nothing.advice.map(lineOf)}</ul>
      </Empty>
    );
  return (
    <Empty title="No page is fetched yet">
      <p>
        {web === "recorded"
          ? "The recording is being opened."
          : "The first request waits for robots.txt of its host. If nothing comes for a minute, look at the seeds and the contact of the project."}
      </p>
    </Empty>
  );
}

function lineOf(line: string) {
  return (
    <li key={line} class={line.startsWith(" ") ? "under" : undefined}>
      {line.trim()}
    </li>
  );
}

function State({ crawl }: { readonly crawl: RunCrawl }) {
  const because = crawl.because === null ? "" : `: ${crawl.because}`;
  return (
    <span class={`state ${crawl.state}`} role="status">
      {STATES[crawl.state]}
      {crawl.state === "running" && !crawl.isOwn ? ", in another program" : because}
    </span>
  );
}

/** What may be done with the crawl; the next thing to do comes first. */
function Orders({ run, watch: { crawl } }: { readonly run: string; readonly watch: Watch }) {
  const can = useLoaded("host", api.host).value?.can;
  const [fault, setFault] = useState<Fault>();
  const [isSent, setSent] = useState(false);
  const order = (send: () => Promise<unknown>) => {
    setSent(true);
    send()
      .then(
        () => setFault(undefined),
        (error: unknown) => setFault(faultOf(error)),
      )
      .finally(() => setSent(false));
  };
  const isActive = crawl.state === "running" || crawl.state === "starting";
  const hasEnded = crawl.state === "finished" || crawl.state === "paused";
  const isOver = crawl.state === "finished" && crawl.report?.fetched === 0;
  const again = async () => {
    const { text } = await api.again(run);
    writeDraft(text);
    location.hash = linkTo({ view: "begin" });
  };
  const resume = (pages: number | undefined) => order(() => api.resume(run, pages));
  return (
    <div class="orders">
      {(crawl.report?.fetched ?? 0) > 0 && (
        <a class="button main" href={linkTo({ view: "judge", run })}>
          Judge pages
        </a>
      )}
      {isActive && (
        <button type="button" disabled={isSent} onClick={() => order(() => api.pause(run))}>
          Pause
        </button>
      )}
      {isActive && can?.stop === true && (
        <button type="button" disabled={isSent} onClick={() => order(() => api.stop(run))}>
          End it
        </button>
      )}
      {crawl.state === "paused" && can?.extend === false && (
        <button type="button" disabled={isSent} onClick={() => resume(undefined)}>
          Resume
        </button>
      )}
      {can?.extend === true && crawl.state !== "pausing" && (isActive ? crawl.isOwn : !isOver) && (
        <BudgetForm crawl={crawl} isActive={isActive} isSent={isSent} resume={resume} />
      )}
      {can?.begin === true && hasEnded && (
        <button type="button" disabled={isSent} onClick={() => order(again)}>
          Edit and begin again
        </button>
      )}
      {crawl.state === "paused" && (
        <p class="hint">A paused crawl is complete as it is: look at it, or export it.</p>
      )}
      <FaultNote fault={fault} />
    </div>
  );
}

/** Goes on with a crawl, with another budget where one is typed; one at work only gets another budget. */
function BudgetForm({
  crawl,
  isActive,
  isSent,
  resume,
}: {
  readonly crawl: RunCrawl;
  readonly isActive: boolean;
  readonly isSent: boolean;
  readonly resume: (pages: number | undefined) => void;
}) {
  const budget = crawl.budgetPages ?? 0;
  const [pages, setPages] = useKept(`dowser budget ${crawl.crawl}`, "");
  const more = pages || String(crawl.end === "budget-pages" ? 2 * budget : budget);
  const does = crawl.state === "paused" ? "Resume" : "Continue";
  // It is not known yet while a crawl starts.
  if (isActive && crawl.budgetPages === null) return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const asked = Number(more);
        setPages("");
        resume(asked === budget || !(asked > 0) ? undefined : asked);
      }}
    >
      <button type="submit" disabled={isSent || (isActive && Number(more) === budget)}>
        {isActive ? "Change budget" : does}
      </button>
      <label>
        to
        <input
          type="number"
          min="1"
          value={more}
          onInput={(event) => setPages(event.currentTarget.value)}
        />
        pages
      </label>
    </form>
  );
}

/** How many pages are relevant, by whoever judged, and what few keys would say of it. */
function Harvest({ run, fetched }: { readonly run: string; readonly fetched: number }) {
  const { value } = useLoaded(`${run} ${fetched}`, () => api.tally(run));
  if (value === undefined || fetched === 0) return null;
  const [first = "", ...others] = value.harvest.split("\n").map(sentence);
  return (
    <p class="harvest">
      <strong>{first}</strong> {others.join(" ")}
      {value.offer !== null && (
        <>
          {" "}
          <a href={linkTo({ view: "judge", run })}>{sentence(value.offer)}</a>
        </>
      )}
    </p>
  );
}

function KeyFigures({ watch: { crawl, recent, pagesPerSecond } }: { readonly watch: Watch }) {
  const { fetched = 0, targets = 0, harvestRate = 0, states } = crawl.report ?? {};
  const queued = states === undefined ? 0 : (states.waiting ?? 0) + (states.leased ?? 0);
  return (
    <dl class="figures">
      <Figure name="pages fetched" value={count(fetched)} note={noteOf(crawl, fetched)} />
      <Figure
        name="relevant: predicted, not judged"
        value={count(targets)}
        note={`${percent(harvestRate)} of all`}
      />
      <Figure
        name="predicted relevant among the last hundred"
        value={percent(recent.share)}
        note={recent.cases === 0 ? "" : `95 % interval ${bounds(recent)}`}
      />
      <Figure name="URLs queued" value={count(queued)} />
      <Figure
        name="pace"
        value={pagesPerSecond === null ? "–" : `${pagesPerSecond.toFixed(1)} /s`}
        note={`${span(crawl.seconds)} of crawling`}
      />
    </dl>
  );
}

/** Says how many pages there may be, or how many of them are here already. */
function noteOf({ budgetPages, listed, dollars }: RunCrawl, fetched: number): string {
  if (budgetPages !== null) return `of at most ${count(budgetPages)}`;
  const here = listed < fetched ? `${count(listed)} of them copied here` : "";
  const bill = dollars > 0 ? `$${dollars.toFixed(2)} so far` : "";
  return [here, bill].filter((words) => words !== "").join("; ");
}

function Latest({ run, latest }: { readonly run: string } & Pick<Watch, "latest">) {
  return (
    <section aria-labelledby="latest">
      <h2 id="latest">Latest pages</h2>
      <ol class="feed">
        {latest.map(({ sequence, title, url, utility, isTarget }) => (
          <li key={sequence} class={isTarget ? "good" : undefined}>
            <span class="score">{score(utility)}</span>
            <a href={linkTo({ view: "page", run, sequence })}>
              <bdi>{title || url}</bdi>
            </a>
            <small>{url.replace(/^https?:\/\//, "")}</small>
          </li>
        ))}
      </ol>
      {latest.length === 0 && <p class="hint">None yet.</p>}
    </section>
  );
}

function Ends({ rejected }: Pick<Watch, "rejected">) {
  return (
    <section aria-labelledby="ends">
      <h2 id="ends">Not fetched</h2>
      {rejected.length === 0 && <p class="hint">None so far.</p>}
      <table class="numbers">
        <tbody>
          {rejected.map(({ reason, meaning, urls }) => (
            <tr key={reason}>
              <th scope="row">{meaning || outcome(reason)}</th>
              <td>{count(urls)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Hosts({ watch: { hosts, hostCount } }: { readonly watch: Watch }) {
  if (hosts.length === 0) return null;
  return (
    <section aria-labelledby="hosts">
      <h2 id="hosts">Hosts</h2>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">
              {hostCount > hosts.length ? `largest ${hosts.length} of ${count(hostCount)}` : "host"}
            </th>
            <th scope="col">pages</th>
            <th scope="col">relevant</th>
          </tr>
        </thead>
        <tbody>
          {hosts.map(({ host, pages, targets }) => (
            <tr key={host}>
              <th scope="row">{host}</th>
              <td>{count(pages)}</td>
              <td>{count(targets)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Model({ watch: { model } }: { readonly watch: Watch }) {
  if (model.trainings === 0) return null;
  return (
    <section aria-labelledby="model">
      <h2 id="model">What it has learned</h2>
      {model.learnt !== null && (
        <p>
          <strong>{learntInWords(model.learnt)}</strong>
        </p>
      )}
      <p>
        Trained {model.trainings === 1 ? "once" : `${count(model.trainings)} times`}
        {model.at === null ? "" : `, last at ${moment(model.at)}`} from {count(model.pages)} pages
        {model.labels === 0 ? "" : ` and ${count(model.labels)} of your labels`}. It put{" "}
        {count(model.rescored)} queued URLs into a new order.
      </p>
      {model.notes.map((note) => (
        <p key={note} class="hint">
          {note}
        </p>
      ))}
    </section>
  );
}

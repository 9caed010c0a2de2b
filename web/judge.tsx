import { useEffect, useRef, useState } from "preact/hooks";
import type { Card, Fault, Tally } from "../lib/workbench/schemas.ts";
import { api, faultOf } from "./api.ts";
import { useKept, useKeys, useLive, useLoaded } from "./hooks.ts";
import { QUEUES, type QueueName, useJudging } from "./judging.ts";
import { Frame } from "./one-page.tsx";
import { useOutbox } from "./outbox.ts";
import { Command, Empty, FaultNote, Key, MarkedText } from "./parts.tsx";
import { linkTo } from "./route.ts";
import { bounds, count, percent, score } from "./words.ts";

const QUEUE_WORDS: Readonly<Record<QueueName, string>> = {
  uncertain: "teach it most",
  likely: "likely good",
  random: "random sample",
  search: "search",
};

const QUEUE_HINTS: Readonly<Record<QueueName, string>> = {
  uncertain: "Pages on the border between good and bad: their labels teach the crawl the most.",
  likely: "Pages of the highest score: good ones to keep, and false ones to throw out.",
  random: "A random sample measures how good the pages are. It teaches the crawl nothing.",
  search: "Pages with all these words in title or address.",
};

/** Judging pages one by one, by keys. */
export function Judge({ run }: { readonly run: string }) {
  const [queue, setQueue] = useKept<QueueName>(`dowser queue ${run}`, "uncertain");
  const [search, setSearch] = useState("");
  const [by, setBy] = useKept("dowser by", "");
  const [note, setNote] = useState("");
  const [isFramed, setFramed] = useState(false);
  const judging = useJudging(run, queue, search);
  const outbox = useOutbox(run);
  const tally = useLoaded(`${run} ${outbox.taken}`, () => api.tally(run));
  const trainings = useTrainings(run, judging.renew);
  const noteField = useRef<HTMLInputElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const move = (step: () => void) => {
    step();
    setNote("");
    setFramed(false);
  };
  const say = (label: "good" | "bad") => {
    const url = judging.card?.page.url;
    if (url === undefined) return;
    const kind = queue === "random" ? "verdicts" : "labels";
    outbox.send({ kind, verdict: { url, label, note, by } });
    move(judging.next);
  };
  const choose = (name: QueueName) => {
    setQueue(name);
    if (name === "search") setTimeout(() => searchField.current?.focus());
  };
  const actions = {
    y: () => say("good"),
    n: () => say("bad"),
    s: () => judging.card !== undefined && move(judging.next),
    b: () => move(judging.back),
    o: () => setFramed(!isFramed),
    m: () => noteField.current?.focus(),
    "/": () => choose("search"),
  };
  const queueKeys = QUEUES.map((name, index) => [String(index + 1), () => choose(name)] as const);
  useKeys({ ...actions, ...Object.fromEntries(queueKeys) });
  return (
    <div class="judge">
      <h1 class="unseen">Judge pages of {run}</h1>
      <QueueChoice queue={queue} onChoose={choose} />
      {queue === "search" && (
        <input
          ref={searchField}
          type="search"
          class="search"
          aria-label="Words in title or address"
          placeholder="Words in title or address"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <FaultNote fault={outbox.fault ?? judging.fault} />
      {outbox.waiting > 0 && outbox.fault !== undefined && (
        <p class="hint">{count(outbox.waiting)} verdicts are kept here until Dowser takes them.</p>
      )}
      <div class="desk">
        <div>
          <Sheet
            run={run}
            queue={queue}
            judging={judging}
            search={search}
            isFramed={isFramed}
            tally={tally.value}
          />
          {judging.card !== undefined && (
            <Buttons actions={actions} canGoBack={judging.canGoBack} isFramed={isFramed} />
          )}
        </div>
        <aside aria-label="So far">
          <SoFar tally={tally.value} trainings={trainings} run={run} />
          <label>
            Note on this page <Key name="m" />
            <input
              ref={noteField}
              maxLength={500}
              value={note}
              onInput={(event) => setNote(event.currentTarget.value)}
              onKeyDown={leaveAtEnter}
            />
          </label>
          <label>
            Your name, kept with each verdict
            <input
              maxLength={500}
              autocomplete="off"
              value={by}
              onInput={(event) => setBy(event.currentTarget.value)}
              onKeyDown={leaveAtEnter}
            />
          </label>
        </aside>
      </div>
    </div>
  );
}

/** Gives the keys back to the verdicts. */
function leaveAtEnter(event: KeyboardEvent & { currentTarget: HTMLInputElement }) {
  if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
}

/** Follows the trainings of the crawl; after each, the queue is in another order. */
function useTrainings(run: string, renew: () => void): string | undefined {
  const { value } = useLive(run);
  const before = useRef<number | undefined>(undefined);
  const [said, setSaid] = useState<string>();
  const trainings = value?.model.trainings;
  useEffect(() => {
    if (trainings === undefined) return;
    if (before.current !== undefined && trainings > before.current) {
      renew();
      const { labels, rescored } = value?.model ?? { labels: 0, rescored: 0 };
      setSaid(
        `It has learned from ${count(labels)} labels: ${count(rescored)} queued addresses and this queue have a new order.`,
      );
    }
    before.current = trainings;
  }, [trainings]);
  return said;
}

interface QueueChoiceProps {
  readonly queue: QueueName;
  readonly onChoose: (queue: QueueName) => void;
}

function QueueChoice({ queue, onChoose }: QueueChoiceProps) {
  return (
    <div class="queues">
      <div role="group" aria-label="Queue">
        {QUEUES.map((name, index) => (
          <button
            key={name}
            type="button"
            aria-pressed={queue === name}
            onClick={() => onChoose(name)}
          >
            {QUEUE_WORDS[name]} <Key name={String(index + 1)} />
          </button>
        ))}
      </div>
      <p class="hint">{QUEUE_HINTS[queue]}</p>
    </div>
  );
}

interface SheetProps {
  readonly run: string;
  readonly queue: QueueName;
  readonly search: string;
  readonly judging: ReturnType<typeof useJudging>;
  readonly isFramed: boolean;
  readonly tally: Tally | undefined;
}

/** The page that is judged. */
function Sheet({ run, queue, search, judging: { card, isEnd }, isFramed, tally }: SheetProps) {
  if (isEnd) return <End run={run} queue={queue} search={search} tally={tally} />;
  if (card === undefined) return <div class="sheet loading">…</div>;
  const { page, text } = card;
  // What the crawl thinks would influence who measures it.
  const tells = queue !== "random";
  return (
    <article class="sheet" aria-live="polite">
      <h2>
        <bdi>{page.title || page.url}</bdi>
      </h2>
      <p class="url">
        <bdi>{page.url}</bdi>
        {tells && <span class="score"> score {score(page.utility)}</span>}
      </p>
      <FoundOn card={card} />
      {isFramed ? (
        <Frame run={run} sequence={page.sequence} title={page.title} />
      ) : (
        <div class="text" dir="auto" tabIndex={0} role="region" aria-label="Text of the page">
          <MarkedText text={text} marks={tells} />
          {text.every((piece) => piece.text.trim() === "") && (
            <span class="hint">The page has no main text: look at it with o.</span>
          )}
        </div>
      )}
    </article>
  );
}

function FoundOn({ card: { page, way } }: { readonly card: Card }) {
  const anchor = way.at(-1)?.anchor;
  if (page.link.parent === null) return <p class="hint">A seed.</p>;
  return (
    <p class="hint">
      Found on <bdi>{page.link.parent}</bdi>
      {anchor !== null && anchor !== undefined && anchor !== "" && (
        <>
          {" "}
          by “<bdi>{anchor.slice(0, 200)}</bdi>”
        </>
      )}
    </p>
  );
}

type EndProps = Pick<SheetProps, "run" | "queue" | "search" | "tally">;

/** What is next where a queue has no page. */
function End({ run, queue, search, tally }: EndProps) {
  if (queue === "random" && tally?.sample === null) return <DrawSample run={run} />;
  if (queue === "search" && search.trim() === "")
    return <Empty title="Search the pages of the run">Type some words above.</Empty>;
  if (queue === "search")
    return <Empty title="No page without a label has these words">Try fewer words.</Empty>;
  if (queue === "random")
    return (
      <Empty title="The whole sample is judged">
        <p>
          <a class="button main" href={linkTo({ view: "take", run })}>
            Take the report away
          </a>
        </p>
      </Empty>
    );
  return (
    <Empty title="Every page of this queue has a label">
      <p>
        <a href={linkTo({ view: "watch", run })}>Let the crawl fetch more</a>, or choose another
        queue.
      </p>
    </Empty>
  );
}

function DrawSample({ run }: { readonly run: string }) {
  const [fault, setFault] = useState<Fault>();
  const draw = () => {
    api.drawSample(run).then(
      () => location.reload(),
      (error: unknown) => setFault(faultOf(error)),
    );
  };
  return (
    <Empty title="No sample is drawn yet">
      <p>
        A hundred pages at random say how good all of them are, to within some ten points. Draw it
        when the crawl is paused or finished: later pages are not in it.
      </p>
      <p>
        <button type="button" class="main" onClick={draw}>
          Draw a sample
        </button>
      </p>
      <FaultNote fault={fault} />
      <Command text={`dowser sample runs/${run} --n 100`} />
    </Empty>
  );
}

interface ButtonsProps {
  readonly actions: Readonly<Record<"y" | "n" | "s" | "b" | "o", () => void>>;
  readonly canGoBack: boolean;
  readonly isFramed: boolean;
}

function Buttons({ actions, canGoBack, isFramed }: ButtonsProps) {
  return (
    <div class="verdicts" role="group" aria-label="Verdict">
      <button type="button" class="good" onClick={actions.y}>
        Good <Key name="y" />
      </button>
      <button type="button" class="bad" onClick={actions.n}>
        Bad <Key name="n" />
      </button>
      <button type="button" onClick={actions.s}>
        Skip <Key name="s" />
      </button>
      <button type="button" disabled={!canGoBack} onClick={actions.b}>
        Back <Key name="b" />
      </button>
      <button type="button" aria-pressed={isFramed} onClick={actions.o}>
        {isFramed ? "Text" : "Page"} <Key name="o" />
      </button>
    </div>
  );
}

interface SoFarProps {
  readonly tally: Tally | undefined;
  readonly trainings: string | undefined;
  readonly run: string;
}

function SoFar({ tally, trainings }: SoFarProps) {
  if (tally === undefined) return null;
  const { good, bad, applied, sample, recall } = tally;
  return (
    <>
      <dl class="tally">
        <div>
          <dt>good</dt>
          <dd>{count(good)}</dd>
        </div>
        <div>
          <dt>bad</dt>
          <dd>{count(bad)}</dd>
        </div>
        <div>
          <dt>learned</dt>
          <dd>{count(applied)}</dd>
        </div>
      </dl>
      {trainings !== undefined && <p role="status">{trainings}</p>}
      {good + bad > applied && (
        <p class="hint">
          A running crawl learns from labels at once, a paused one when it resumes.
        </p>
      )}
      <p>
        <strong>Precision</strong>{" "}
        {sample === null || sample.precision.cases === 0
          ? "is not measured yet: judge the random sample."
          : `${percent(sample.precision.share)}, 95 % interval ${bounds(sample.precision)}, by ${count(sample.precision.cases)} of ${count(sample.sampled)} sampled pages.`}
      </p>
      {recall !== null && (
        <p>
          <strong>Recall</strong> {recall}
        </p>
      )}
    </>
  );
}

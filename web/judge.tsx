import { useEffect, useRef, useState } from "preact/hooks";
import type { Watch } from "../lib/workbench/schemas.ts";
import { QUEUES, type QueueName } from "../lib/workbench/workbench-limits.ts";
import { api } from "./api.ts";
import { DueLook } from "./due-look.tsx";
import { useKept, useKeys, useLive, useLoaded, useReturn } from "./hooks.ts";
import { Buttons, Progress, QueueChoice, Sheet, SoFar } from "./judge-parts.tsx";
import { MEASURES, queueKept, useJudging } from "./judging.ts";
import { type Outbox, useOutbox } from "./outbox.ts";
import { FaultNote, isOfRun, Key, NoView } from "./parts.tsx";
import { Hits, SearchBox, TextsNote } from "./search.tsx";
import { giveVerdicts, wordOf } from "./undo.tsx";
import { count, learntInWords } from "./words.ts";

/** Judging pages one by one, by keys. */
export function Judge({ run }: { readonly run: string }) {
  const desk = useDesk(run);
  const { queue, search, judging, outbox, actions, isFramed, choose, fields } = desk;
  const tally = useLoaded(`${run} ${outbox.taken}`, () => api.tally(run));
  useReturn(tally.reload);
  const live = useLive(run).value;
  const trainings = useTrainings(live, judging.renew);
  const fault = outbox.fault ?? judging.fault;
  if (isOfRun(tally.fault)) return <NoView {...{ run, fault: tally.fault }} />;
  return (
    <div class="judge">
      <h1 class="unseen">Judge pages of {run}</h1>
      <QueueChoice queue={queue} onChoose={choose} />
      {queue === "search" && (
        <>
          <SearchBox field={fields.search} value={search} onChange={desk.setSearch} />
          <TextsNote texts={judging.texts} onMore={judging.renew} />
          <Hits cards={judging.cards} at={judging.at} onChoose={desk.goTo} />
        </>
      )}
      <FaultNote fault={fault} />
      <Waiting outbox={outbox} />
      <div class="desk">
        <div>
          <Sheet
            {...{ run, queue, judging, search, isFramed }}
            tally={tally.value}
            isEmpty={live?.crawl.report?.fetched === 0}
          />
          {judging.card !== undefined && (
            <Buttons {...{ run, actions, isFramed }} canGoBack={judging.canGoBack} />
          )}
        </div>
        <aside aria-label="So far">
          <SoFar tally={tally.value} next={live?.next ?? null} trainings={trainings} />
          {live?.isDue === true && <DueLook run={run} onDone={judging.renew} />}
          <Remarks desk={desk} />
          {tally.value !== undefined && <Progress tally={tally.value} />}
        </aside>
      </div>
    </div>
  );
}

/** What is on the desk of a person who judges: the queue, the page, the keys. */
function useDesk(run: string) {
  const [queue, setQueue] = useKept<QueueName>(queueKept(run), "uncertain");
  const [search, setSearch] = useKept(`dowser search ${run}`, "");
  const [by, setBy] = useKept("dowser by", "");
  const [framed, setFramed] = useState<string>();
  const judging = useJudging(run, queue, { search, by });
  const shown = judging.cards[judging.at]?.url;
  const [note, setNote] = useNote(run, shown);
  const outbox = useOutbox(run);
  const shownQueue = useRef(queue);
  shownQueue.current = queue;
  const fields = { note: useRef<HTMLInputElement>(null), search: useRef<HTMLInputElement>(null) };
  const say = (label: "good" | "bad") => {
    if (judging.card === undefined) return;
    const { page, label: known, source } = judging.card;
    const kind = MEASURES.has(queue) ? "verdicts" : "labels";
    const before = kind === "labels" && source === "person" ? wordOf(known) : null;
    const { at } = judging;
    giveVerdicts(run, [{ kind, verdict: { url: page.url, label, note, by }, before }], {
      says: `“${page.title || page.url}”: ${label === "good" ? "relevant" : "irrelevant"}`,
      onUndo: () => shownQueue.current === queue && judging.goTo(at),
    });
    setNote("");
    judging.next();
  };
  const choose = (name: QueueName) => {
    setQueue(name);
    if (name === "search") setTimeout(() => fields.search.current?.focus());
  };
  const isFramed = framed !== undefined && framed === shown;
  const actions = {
    y: () => say("good"),
    n: () => say("bad"),
    s: () => judging.card !== undefined && judging.next(),
    b: judging.back,
    o: () => setFramed(isFramed ? undefined : shown),
  };
  const queueKeys = QUEUES.map((name, index) => [String(index + 1), () => choose(name)] as const);
  useKeys({
    ...actions,
    ...Object.fromEntries(queueKeys),
    m: () => fields.note.current?.focus(),
    "/": () => choose("search"),
  });
  const typed = { goTo: judging.goTo, note, setNote, by, setBy, search, setSearch };
  return { queue, judging, outbox, actions, isFramed, choose, fields, ...typed };
}

/** The note that was typed on a page and not sent yet. It stays with its page, whatever is shown meanwhile. */
function useNote(run: string, url: string | undefined): [string, (note: string) => void] {
  const [notes, setNotes] = useKept<Readonly<Record<string, string>>>(`dowser notes ${run}`, {});
  const set = (note: string) => {
    if (url === undefined) return;
    const { [url]: _before, ...others } = notes;
    setNotes(note === "" ? others : { ...others, [url]: note });
  };
  return [url === undefined ? "" : (notes[url] ?? ""), set];
}

/** What a person adds to a verdict: a note on the page, and a name. */
function Remarks({ desk }: { readonly desk: ReturnType<typeof useDesk> }) {
  const field = (value: string, change: (value: string) => void) => ({
    maxLength: 500,
    value,
    onInput: (event: Event & { currentTarget: HTMLInputElement }) =>
      change(event.currentTarget.value),
    onKeyDown: leaveAtEnter,
  });
  return (
    <>
      <label>
        Note on this page <Key name="m" />
        <input ref={desk.fields.note} {...field(desk.note, desk.setNote)} />
      </label>
      <label>
        Your name, kept with each verdict
        <input autocomplete="off" {...field(desk.by, desk.setBy)} />
      </label>
    </>
  );
}

function Waiting({ outbox: { waiting, fault } }: { readonly outbox: Outbox }) {
  if (waiting === 0 || fault === undefined) return null;
  const verdicts = waiting === 1 ? "1 verdict is" : `${count(waiting)} verdicts are`;
  return (
    <p class="hint">
      {verdicts} kept here until Dowser takes {waiting === 1 ? "it" : "them"}.
    </p>
  );
}

/** Gives the keys back to the verdicts. */
function leaveAtEnter(event: KeyboardEvent & { currentTarget: HTMLInputElement }) {
  if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
}

/** Follows the trainings of the crawl; after each, the queue is in another order. */
function useTrainings(value: Watch | undefined, renew: () => void): string | undefined {
  const before = useRef<number | undefined>(undefined);
  const [said, setSaid] = useState<string>();
  const trainings = value?.model.trainings;
  useEffect(() => {
    if (trainings === undefined) return;
    if (before.current !== undefined && trainings > before.current) {
      renew();
      const { labels, rescored } = value?.model ?? { labels: 0, rescored: 0 };
      const order = `${count(rescored)} queued URLs and this queue have a new order.`;
      const words = learntInWords(value?.model.learnt ?? null);
      const from = labels === 0 ? "" : `It has learned from ${count(labels)} labels. `;
      setSaid(`${from}${words} ${order}`);
    }
    before.current = trainings;
  }, [trainings]);
  return said;
}

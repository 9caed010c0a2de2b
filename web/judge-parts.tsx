import { useState } from "preact/hooks";
import type { Card, Fault, Tally, Watch } from "../lib/workbench/schemas.ts";
import { QUEUES, type QueueName } from "../lib/workbench/workbench-limits.ts";
import { api, faultOf } from "./api.ts";
import { Curves } from "./chart.tsx";
import { MEASURES, type useJudging } from "./judging.ts";
import { Frame } from "./one-page.tsx";
import { Command, Empty, FaultNote, Key, MarkedText, NoPages } from "./parts.tsx";
import { reasonsOf } from "./reasons.ts";
import { linkTo } from "./route.ts";
import { useUndo } from "./undo.tsx";
import { count, score, sentence } from "./words.ts";

const QUEUE_WORDS: Readonly<Record<QueueName, string>> = {
  uncertain: "most informative",
  likely: "likely relevant",
  exported: "export sample",
  random: "random sample",
  search: "search",
  disagreements: "disagreements",
  second: "second reviewer",
};

const QUEUE_HINTS: Readonly<Record<QueueName, string>> = {
  uncertain:
    "Pages on the border between relevant and irrelevant: their labels teach the crawl the most. Likely and random ones are among them until ten relevant ones are known.",
  likely: "Pages of the highest score: relevant ones to keep, and wrong ones to throw out.",
  exported:
    "Drawn at random from the pages that are called relevant: it says how many of those that you export are. It teaches the crawl nothing.",
  random:
    "Drawn at random from all pages fetched: it says how many of them are relevant, which is the harvest rate. It teaches the crawl nothing.",
  search:
    "Pages with these words in their text, the best match first; then those with them in title or address.",
  disagreements: "Pages that the crawl judges otherwise than a person did: which of them is right?",
  second: "Pages of the random sample that others judged. It measures how two people agree.",
};

interface QueueChoiceProps {
  readonly queue: QueueName;
  readonly onChoose: (queue: QueueName) => void;
}

export function QueueChoice({ queue, onChoose }: QueueChoiceProps) {
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
  /** Whether the run has no page. */
  readonly isEmpty: boolean;
}

/** The page that is judged. */
export function Sheet({
  run,
  queue,
  search,
  judging: { card, isEnd },
  isFramed,
  tally,
  isEmpty,
}: SheetProps) {
  if (isEnd && isEmpty) return <NoPages run={run} />;
  if (isEnd) return <End run={run} queue={queue} search={search} tally={tally} />;
  if (card === undefined) return <div class="sheet loading">…</div>;
  const { page, text } = card;
  // What the crawl thinks would influence who measures it.
  const tells = !MEASURES.has(queue);
  return (
    <article class="sheet" aria-live="polite">
      <h2>
        <bdi>{page.title || page.url}</bdi>
      </h2>
      <p class="url">
        <bdi>{page.url}</bdi>
        {tells && <span class="score"> score {score(page.utility)}</span>}
      </p>
      {queue === "uncertain" && card.label !== null && (
        <p role="status">
          You said {card.label >= 0.5 ? "relevant" : "irrelevant"}, and the other labels contradict
          it: look again.
        </p>
      )}
      <FoundOn card={card} />
      {tells && <Reasons why={card.reason} />}
      {isFramed ? (
        <Frame key={page.sequence} run={run} sequence={page.sequence} title={page.title} />
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

/** What the crawl decided by, for and against the page. */
export function Reasons({ why }: { readonly why: string }) {
  const reasons = reasonsOf(why);
  if (reasons.length === 0) return null;
  return (
    <ul class="reasons" aria-label="What the crawl decided by">
      {reasons.map(({ words, isFor }) => (
        <li key={`${isFor} ${words}`} class={isFor ? "for" : "against"}>
          <span aria-hidden="true">{isFor ? "+" : "−"}</span>
          <span class="unseen">{isFor ? "for: " : "against: "}</span>
          <bdi>{words}</bdi>
        </li>
      ))}
    </ul>
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
  if (queue === "random" && tally?.sample === null) return <DrawSample run={run} of="pages" />;
  if (queue === "exported" && tally !== undefined && isSampleDue(tally))
    return <DrawSample run={run} of="targets" isOld={tally.exported !== null} />;
  if (queue === "search" && search.trim() === "")
    return <Empty title="Search the pages of the run">Type some words above.</Empty>;
  if (queue === "search")
    return <Empty title="No page without a label has these words">Try fewer words.</Empty>;
  if (queue === "disagreements")
    return (
      <Empty title="The crawl agrees with every label">
        <p>Or a page where it does not was labelled twice alike.</p>
      </Empty>
    );
  if (queue === "second")
    return (
      <Empty title="There is nothing to read again">
        <p>
          It needs your name below, and pages of the <strong>random sample</strong> that another
          person judged with a name.
        </p>
      </Empty>
    );
  if (queue === "random" || queue === "exported")
    return (
      <Empty title="The whole sample is judged">
        <p>
          <a class="button main" href={linkTo({ view: "take", run })}>
            Export the pages and the report
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

/** Whether a sample of the called pages says nothing of those that are called now. */
function isSampleDue({ exported }: Tally): boolean {
  return exported === null || (exported.judged > 0 && exported.precision === null);
}

const SAMPLE_WORDS = {
  pages:
    "Fifty pages at random, about eight minutes of single keys, say how many of all pages fetched are relevant, and fifty more narrow it.",
  targets:
    "Fifty pages at random from those that are called relevant, about eight minutes of single keys, say how many of the pages that you export are relevant, and fifty more narrow it.",
} as const;

interface DrawProps {
  readonly run: string;
  readonly of: "pages" | "targets";
  /** Whether it was drawn when other pages were called relevant. */
  readonly isOld?: boolean;
}

function DrawSample({ run, of, isOld = false }: DrawProps) {
  const [fault, setFault] = useState<Fault>();
  const draw = () => {
    api.drawSample(run, of).then(
      () => location.reload(),
      (error: unknown) => setFault(faultOf(error)),
    );
  };
  return (
    <Empty title={isOld ? "Other pages are called relevant now" : "No sample is drawn yet"}>
      <p>
        {isOld && "The verdicts that you gave count in the new sample, too. "}
        {SAMPLE_WORDS[of]} Draw them when the crawl is paused or finished: later pages are not among
        them.
      </p>
      <p>
        <button type="button" class="main" onClick={draw}>
          {isOld ? "Draw it again" : "Draw a sample"}
        </button>
      </p>
      <FaultNote fault={fault} />
      <Command text={`dowser judge runs/${run}${of === "targets" ? " --relevant" : ""}`} />
    </Empty>
  );
}

interface ButtonsProps {
  readonly run: string;
  readonly actions: Readonly<Record<"y" | "n" | "s" | "b" | "o", () => void>>;
  readonly canGoBack: boolean;
  readonly isFramed: boolean;
}

export function Buttons({ run, actions, canGoBack, isFramed }: ButtonsProps) {
  const { last, undo } = useUndo(run);
  return (
    <div class="verdicts" role="group" aria-label="Verdict">
      <button type="button" class="good" onClick={actions.y}>
        Relevant <Key name="y" />
      </button>
      <button type="button" class="bad" onClick={actions.n}>
        Irrelevant <Key name="n" />
      </button>
      <button type="button" onClick={actions.s}>
        Skip <Key name="s" />
      </button>
      <button type="button" disabled={!canGoBack} onClick={actions.b}>
        Back <Key name="b" />
      </button>
      <button type="button" disabled={last === undefined} title={last?.says} onClick={undo}>
        Undo <Key name="z" />
      </button>
      <button type="button" aria-pressed={isFramed} onClick={actions.o}>
        {isFramed ? "Text" : "Page"} <Key name="o" />
      </button>
    </div>
  );
}

interface SoFarProps {
  readonly tally: Tally | undefined;
  readonly next: Watch["next"];
  readonly trainings: string | undefined;
}

export function SoFar({ tally, next, trainings }: SoFarProps) {
  if (tally === undefined) return null;
  const { good, bad, applied, harvest, agreement, assessed, recall, held } = tally;
  return (
    <>
      <dl class="tally">
        <div>
          <dt>relevant</dt>
          <dd>{count(good)}</dd>
        </div>
        <div>
          <dt>irrelevant</dt>
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
          A running crawl learns from ten labels at a time, or when none has come for five seconds;
          another one when it goes on. Which pages are called relevant is judged again whenever you
          look at the pages or export them.
        </p>
      )}
      {held.map((line) => (
        <p key={line} role="status">
          {line}
        </p>
      ))}
      {harvest.split("\n").map((line) => (
        <p key={line}>{sentence(line)}</p>
      ))}
      {next !== null && (
        <p>
          <strong>Predicted:</strong> about {count(Math.round(next.expected))} of the next 100 pages
          relevant ({count(next.low)} to {count(next.high)}), if the trend holds.
        </p>
      )}
      {agreement !== null && <Agreed {...agreement} />}
      {assessed !== null && <p>{assessed}</p>}
      {recall !== null && (
        <p>
          <strong>Recall</strong> {recall}
        </p>
      )}
    </>
  );
}

/** Fewer labels are no curve. */
const LEAST_POINTS = 5;

/** How many relevant pages the labels have found so far, by labels given. */
export function Progress({ tally: { good, bad, progress } }: { readonly tally: Tally }) {
  if (good + bad < LEAST_POINTS) return null;
  return (
    <Curves
      curves={[{ name: "", points: progress }]}
      words={`${count(good)} relevant pages among ${count(good + bad)} labelled`}
      across="pages labelled"
      up="relevant ones"
    />
  );
}

/** How two people agree, beyond chance. */
function Agreed({ one, other, kappa, low, high, pages, agreed }: NonNullable<Tally["agreement"]>) {
  return (
    <p>
      <strong>Agreement</strong> <bdi>{one}</bdi> and <bdi>{other}</bdi> say the same of{" "}
      {count(agreed)} of {count(pages)} pages.{" "}
      {kappa === null
        ? "Cohen’s κ needs relevant and irrelevant pages."
        : `Cohen’s κ ${kappa.toFixed(2)}, 95 % interval ${low.toFixed(2)} to ${high.toFixed(2)}.`}
    </p>
  );
}

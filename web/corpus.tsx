import { useEffect, useState } from "preact/hooks";
import type { Corpus, CutChosen } from "../lib/workbench/corpus-schemas.ts";
import type { Fault } from "../lib/workbench/schemas.ts";
import { api, faultOf } from "./api.ts";
import { ScoreBars } from "./corpus-bars.tsx";
import { calledInWords, differenceInWords, type Outlook, relevantInWords } from "./corpus-words.ts";
import { useKept, useLater, useLoaded, useReturn } from "./hooks.ts";
import { judgeNext } from "./judging.ts";
import { Command, FaultNote } from "./parts.tsx";
import { linkTo } from "./route.ts";
import { remember } from "./undo.tsx";
import { count, score, span } from "./words.ts";

/** Time after the last move of the cut at which the pages beside it are asked for, in ms. */
const MOVING_MS = 200;

/** A look at all pages that may take longer is not begun without a word, in seconds. */
const LONG_SECONDS = 60;

interface CorpusProps {
  readonly run: string;
  /** Called when other pages are called relevant, so that what else is shown is asked for again. */
  readonly onChange: () => void;
  /** Whether the pages beside the cut are left out. */
  readonly isBrief?: boolean;
}

/** The scores of a run's pages with the cut as a handle: what it calls relevant, and what another cut would. */
export function CorpusCut({ run, onChange, isBrief = false }: CorpusProps) {
  const [at, setAt] = useKept<number | undefined>(`dowser cut ${run}`, undefined);
  const asked = useLater(at, MOVING_MS);
  const { value, fault, reload } = useLoaded(`${run} ${asked ?? ""}`, () => api.corpus(run, asked));
  useReturn(reload);
  const changed = () => {
    setAt(undefined);
    reload();
    onChange();
  };
  const look = useLook(run, value?.due ?? null, changed);
  if (value === undefined) return <FaultNote fault={fault} />;
  if (value.bins.every(({ pages }) => pages === 0)) return <Ruled corpus={value} />;
  return (
    <section class="corpus" aria-labelledby="corpus">
      <h2 id="corpus">What is called relevant</h2>
      <FaultNote fault={fault ?? look.fault} />
      {value.due !== null && <Due due={value.due} look={look} />}
      <Cut {...{ run, corpus: value, at, setAt, onChosen: changed, isBrief }} />
    </section>
  );
}

/** Where no score decides, there is nothing to choose. */
function Ruled({ corpus: { called, pages } }: { readonly corpus: Corpus }) {
  if (pages === 0) return null;
  return (
    <p class="hint">
      {count(called)} of {count(pages)} pages are called relevant, each by a rule or a label: no
      score decides.
    </p>
  );
}

interface Look {
  readonly isLooking: boolean;
  readonly fault: Fault | undefined;
  readonly begin: () => void;
}

/** Has all pages judged again when labels or pages came: at once where that is short. */
function useLook(run: string, due: Corpus["due"], onDone: () => void): Look {
  const [isLooking, setLooking] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const begin = () => {
    setLooking(true);
    api
      .look(run)
      .then(onDone, (error: unknown) => setFault(faultOf(error)))
      .finally(() => setLooking(false));
  };
  const isShort = due !== null && (due.seconds ?? 0) < LONG_SECONDS;
  useEffect(() => {
    if (isShort && !isLooking && fault === undefined) begin();
  }, [isShort]);
  return { isLooking, fault, begin };
}

function Due({ due, look }: { readonly due: NonNullable<Corpus["due"]>; readonly look: Look }) {
  const time = due.seconds === null ? "" : `, about ${span(due.seconds)}`;
  if (look.isLooking)
    return (
      <p role="status">
        Labels or pages are new: all pages are judged again{time}. Figures are those of before.
      </p>
    );
  return (
    <p role="status">
      Labels or pages came since these figures.{" "}
      <button type="button" onClick={look.begin}>
        Judge all pages again{time}
      </button>
    </p>
  );
}

interface CutProps {
  readonly run: string;
  readonly corpus: Corpus;
  /** Where the handle is; `undefined` for the cut that is kept. */
  readonly at: number | undefined;
  readonly setAt: (at: number | undefined) => void;
  readonly onChosen: () => void;
  readonly isBrief: boolean;
}

function Cut({ run, corpus, at, setAt, onChosen, isBrief }: CutProps) {
  const kept = keptOutlook(corpus);
  const draft = at === undefined ? undefined : outlookAt(corpus, at);
  const shown = draft ?? kept;
  const { near, cut } = corpus;
  return (
    <>
      <div class="cut-view">
        <div>
          <p class="sentence" role="status">
            <strong>{calledInWords(shown, corpus.pages)}</strong>
            {shown.called > 0 && `, ${relevantInWords(shown)}`}.{" "}
            {draft === undefined
              ? `The cut is ${cut.isKept && cut.name === null ? "as you chose it" : cut.words}.`
              : differenceInWords(draft, kept)}
          </p>
          <Choices {...{ run, corpus, kept, draft, onChosen }} onBack={() => setAt(undefined)} />
        </div>
        <div>
          <ScoreBars corpus={corpus} at={shown.at} kept={kept.at} />
          <input
            type="range"
            min="0"
            max="1"
            step="0.01"
            value={shown.at}
            aria-label="Least score of a relevant page"
            aria-valuetext={`${score(shown.at)}: ${calledInWords(shown, corpus.pages)}`}
            onInput={(event) => setAt(Number(event.currentTarget.value))}
          />
          <Legend corpus={corpus} />
        </div>
      </div>
      {isBrief ? (
        <Command text={commandOf(corpus, draft)} />
      ) : (
        <details>
          <summary>Pages near the cut</summary>
          <div class="near">
            <Near run={run} title="Just above" pages={near.above} />
            <Near run={run} title="Just below" pages={near.below} />
          </div>
          <p>
            <a href={linkTo({ view: "judge", run })} onClick={() => judgeNext(run, "uncertain")}>
              Judge pages near the cut
            </a>
          </p>
        </details>
      )}
    </>
  );
}

interface ChoicesProps extends Pick<CutProps, "run" | "corpus" | "onChosen"> {
  readonly kept: Outlook;
  readonly draft: Outlook | undefined;
  readonly onBack: () => void;
}

/** Takes the cut that is shown for all figures and exports, or one of the two that scores and labels place. */
function Choices({ run, corpus: { cut, named }, kept, draft, onChosen, onBack }: ChoicesProps) {
  const [fault, setFault] = useState<Fault>();
  const before: CutChosen = !cut.isKept
    ? {}
    : cut.name === null
      ? { minScore: cut.at ?? 0 }
      : { cut: cut.name };
  const choose = (chosen: CutChosen) => {
    const fail = (error: unknown) => setFault(faultOf(error));
    const undo = () => api.chooseCut(run, before).then(onChosen);
    const chose = () => {
      onChosen();
      remember({ run, says: "Another cut is used", undo });
    };
    api.chooseCut(run, chosen).then(chose, fail);
  };
  return (
    <>
      <div class="choices">
        {draft !== undefined && (
          <>
            <button type="button" class="main" onClick={() => choose({ minScore: draft.at })}>
              Use {score(draft.at)} everywhere
            </button>
            <button type="button" onClick={onBack}>
              Back to {cut.at === null ? "each judge’s own rule" : score(kept.at)}
            </button>
          </>
        )}
        {named.map(({ name, at, called }) => (
          <button
            key={name}
            type="button"
            aria-pressed={draft === undefined && cut.name === name}
            onClick={() => choose({ cut: name })}
          >
            {NAMES[name]}: {count(called)} {at !== null && <small>from {score(at)}</small>}
          </button>
        ))}
        {cut.isKept && draft === undefined && (
          <button type="button" class="quiet" onClick={() => choose({})}>
            as the project says
          </button>
        )}
      </div>
      <FaultNote fault={fault} />
    </>
  );
}

const NAMES = { complete: "As many as there seem to be", clean: "Few wrong ones" } as const;

function commandOf({ command, cut }: Corpus, draft: Outlook | undefined): string {
  if (draft !== undefined) return `${command} --min-score ${draft.at}`;
  if (cut.name !== null) return `${command} --cut ${cut.name}`;
  return `${command} --min-score ${cut.at ?? 0}`;
}

/** What the cut that is kept calls, by the count that all figures have. */
function keptOutlook(corpus: Corpus): Outlook {
  const { cut, called, judged } = corpus;
  const nearest = outlookAt(corpus, cut.at ?? leastCalled(corpus));
  const stated = judged === null ? {} : { ...judged, by: "sample" as const };
  return { ...nearest, ...stated, at: cut.at ?? nearest.at, called };
}

/** The highest step that calls as many pages as are called. */
function leastCalled({ outlooks, called }: Corpus): number {
  return outlooks.findLast((outlook) => outlook.called >= called)?.at ?? 0;
}

function outlookAt({ outlooks }: Corpus, at: number): Outlook {
  const outlook =
    outlooks[Math.min(outlooks.length - 1, Math.ceil(at * (outlooks.length - 1) - 1e-9))];
  return outlook ?? { at, called: 0, by: "scores", share: null, low: 0, high: 1, cases: 0 };
}

function Legend({ corpus: { fixed, bins } }: { readonly corpus: Corpus }) {
  const judged = bins.some(({ good, bad }) => good + bad > 0);
  const ruled = fixed.called + fixed.left;
  return (
    <p class="hint legend">
      <span>pages by score, on a square-root scale</span>
      {judged && <span>● judged relevant ○ judged irrelevant</span>}
      {ruled > 0 && (
        <span>
          {count(ruled)} more are decided by a label or a rule, {count(fixed.called)} of them
          relevant
        </span>
      )}
    </p>
  );
}

interface NearProps {
  readonly run: string;
  readonly title: string;
  readonly pages: Corpus["near"]["above"];
}

function Near({ run, title, pages }: NearProps) {
  return (
    <div>
      <h3>{title}</h3>
      {pages.length === 0 && <p class="hint">No page.</p>}
      <ol>
        {pages.map(({ sequence, title: name, url, utility, verdict }) => (
          <li key={sequence}>
            <span class="score">{score(utility)}</span>
            <a href={linkTo({ view: "page", run, sequence })}>
              <bdi>{name || url}</bdi>
            </a>
            {verdict !== null && <small>{verdict ? "relevant" : "irrelevant"}</small>}
          </li>
        ))}
      </ol>
    </div>
  );
}

import { useEffect, useRef, useState } from "preact/hooks";
import type { Card, Fault, Queue, TextsRead } from "../lib/workbench/schemas.ts";
import type { QueueName } from "../lib/workbench/workbench-limits.ts";
import { api, faultOf } from "./api.ts";
import { useNewest, useTurns, writeKept } from "./hooks.ts";

/** Those of random samples: their verdicts measure, and teach the crawl nothing. */
export const MEASURES: ReadonlySet<QueueName> = new Set(["exported", "random", "second"]);

/** Names what the queue of a run is kept under. */
export const queueKept = (run: string) => `dowser queue ${run}`;

/** Has a queue opened when the reader goes to judge. */
export function judgeNext(run: string, queue: QueueName): void {
  writeKept(queueKept(run), queue);
}

/** Pages fetched ahead: the next one is there when its key is pressed. */
const AHEAD = 3;

/** Cards left at which more are asked for. */
const FEW = 5;

type QueueCard = Queue["cards"][number];

/** The queue at the page that is judged now. */
export interface Judging {
  /** The page to judge; `undefined` while it is loaded, and at the end. */
  readonly card: Card | undefined;
  readonly isEnd: boolean;
  readonly fault: Fault | undefined;
  readonly canGoBack: boolean;
  /** Goes to the next page. `isDone` where this one was judged. */
  readonly next: () => void;
  readonly back: () => void;
  /** Asks for the rest of the queue again, in its present order. */
  readonly renew: () => void;
  /** The queue so far, with the place of the page in it; of a search how far the texts are read. */
  readonly cards: readonly QueueCard[];
  readonly at: number;
  readonly texts: TextsRead | undefined;
  readonly goTo: (at: number) => void;
}

/** What a queue is asked for: words of a search, and who judges. */
interface Asked {
  readonly search: string;
  readonly by: string;
}

/** Returns the page of a queue that is shown, once it is loaded; the next ones are loaded ahead. */
function useCard(
  run: string,
  { cards, at }: Pick<Judging, "cards" | "at">,
  setFault: (fault: Fault) => void,
): Card | undefined {
  const [card, setCard] = useState<Card>();
  const loaded = useRef(new Map<number, Promise<Card>>());
  const load = (sequence: number) => loadOnce(loaded.current, run, sequence);
  const current = cards[at];
  useEffect(() => {
    let isCurrent = true;
    setCard(undefined);
    if (current !== undefined) {
      load(current.sequence).then(
        (value) => isCurrent && setCard(value),
        (error: unknown) => isCurrent && setFault(faultOf(error)),
      );
    }
    for (const { sequence } of cards.slice(at + 1, at + 1 + AHEAD)) void load(sequence);
    return () => {
      isCurrent = false;
    };
  }, [current?.sequence]);
  return card !== undefined && card.page.sequence === current?.sequence ? card : undefined;
}

/** Walks through a queue, with the next pages loaded ahead. */
export function useJudging(run: string, queue: QueueName, words: Asked): Judging {
  const [cards, setCards] = useState<readonly QueueCard[]>();
  const [at, setAt] = useState(0);
  const place = useNewest(at);
  const [fault, setFault] = useState<Fault>();
  const [texts, setTexts] = useState<TextsRead>();
  const turns = useTurns();
  const asked = askedOf(queue, words);
  const fill = (isNew: boolean) => {
    const query = { queue, limit: "30", ...asked };
    const take = ({ cards: more, texts: read }: Queue) => {
      setFault(undefined);
      setTexts(read);
      setCards((before) => (isNew ? more : joined(before ?? [], place.current, more)));
    };
    const fail = turns.latest((error: unknown) => setFault(faultOf(error)));
    api.queue(run, query).then(turns.latest(take), fail);
  };
  // Who asks for more may have come before the words changed.
  const newestFill = useNewest(fill);
  useEffect(() => {
    turns.begin();
    setCards(undefined);
    setAt(0);
    const timer = setTimeout(() => fill(true), Object.keys(asked).length > 0 ? 250 : 0);
    return () => clearTimeout(timer);
  }, [run, queue, JSON.stringify(asked)]);
  const current = cards?.[at];
  const card = useCard(run, { cards: cards ?? [], at }, setFault);
  return {
    card,
    isEnd: cards !== undefined && current === undefined,
    fault,
    canGoBack: at > 0,
    next: () => {
      if (current === undefined) return;
      setAt(at + 1);
      if (cards !== undefined && cards.length - at - 1 <= FEW) fill(false);
    },
    back: () => setAt(Math.max(0, at - 1)),
    renew: () => newestFill.current(false),
    cards: cards ?? [],
    at,
    texts,
    goTo: setAt,
  };
}

/** Returns what of it a queue is asked for. */
function askedOf(queue: QueueName, { search, by }: Asked): Partial<Asked> {
  if (queue === "search") return { search };
  return queue === "second" ? { by } : {};
}

/** Loads a page unless it is loaded already; one that failed is loaded again. */
function loadOnce(
  loaded: Map<number, Promise<Card>>,
  run: string,
  sequence: number,
): Promise<Card> {
  const known = loaded.get(sequence) ?? api.card(run, sequence);
  loaded.set(sequence, known);
  known.catch(() => loaded.delete(sequence));
  return known;
}

/** Keeps what was shown and the present page; what follows is in the new order. */
function joined(
  before: readonly QueueCard[],
  at: number,
  more: readonly QueueCard[],
): readonly QueueCard[] {
  const shown = before.slice(0, at + 1);
  const known = new Set(shown.map(({ sequence }) => sequence));
  return [...shown, ...more.filter(({ sequence }) => !known.has(sequence))];
}

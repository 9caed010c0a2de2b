import { updatesOf } from "../../crawl/need-state.ts";
import { lastMark } from "../../crawl/run-marks.ts";
import { seenStep } from "../../crawl/train-model.ts";
import { sameJson } from "../../domain/json.ts";
import type { Violation } from "../../domain/measures/audit/violation.ts";
import type { PageRecord } from "../../domain/page/page-record.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { RunEvent } from "../../ports/run-log.ts";

/** A link as a crawl left it, with all that was decided about it, by name. */
interface LeftLink {
  readonly url: Url;
  readonly values: Values;
}

/** A group of links as a crawl left it. */
interface LeftGroup {
  readonly name: string;
  readonly weight: number;
  readonly isWaiting: boolean;
}

/** The decisions of a crawl. */
export interface Decisions {
  records(): AsyncIterable<PageRecord>;
  /** Returns the links in order of admission. */
  links(): Iterable<LeftLink>;
  /** Returns the groups of links with their weights, and whether links wait in them. */
  groups(): Iterable<LeftGroup>;
  /** Returns the events of the crawl but its starts and ends. */
  events(): Promise<readonly Event[]>;
}

/** The part of a crawl that is made again. */
interface ReplayExtent {
  /** Whether it reaches the end of the kept crawl. */
  readonly isWhole: boolean;
  /** Pages to fetch; `Infinity` to go on until no link is left. */
  readonly budget: number;
}

/**
 * Returns how far a crawl of so many pages is made again. One that ended by its page budget, or
 * because no link was left to fetch, is repeated whole; others as far as their pages. One that was stopped
 * just before it would have sampled its pages, and judged them again, ends a page earlier.
 */
export function replayExtent(events: readonly RunEvent[], pages: number): ReplayExtent {
  const end = lastMark(events);
  const why = end?.kind === "finished" ? end.detail["why"] : undefined;
  if (why === "frontier-empty" || why === "budget-site-pages")
    return { isWhole: true, budget: Number.POSITIVE_INFINITY };
  if (why === "budget-pages") return { isWhole: true, budget: pages };
  const isBeforeSample = pages === seenStep(pages) && pages > updatesOf(events).state.seen;
  return { isWhole: false, budget: isBeforeSample ? pages - 1 : pages };
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Checks that a crawl made again decided as the kept one did. Both must make the same draws in the
 * same order, with the same scores by the same models. At the end both must have the same links in
 * the same states. After the first draw that differs everything differs, so nothing more is
 * compared. `isWhole` says that both crawls reach the end of the kept one; else only what both drew
 * is compared. `wereKilled` says that work of the kept one was done twice.
 */
export async function* auditReplay(
  kept: Decisions,
  replayed: Decisions,
  { isWhole, wereKilled }: { readonly isWhole: boolean; readonly wereKilled: boolean },
): AsyncGenerator<Violation, void, undefined> {
  const others = replayed.records()[Symbol.asyncIterator]();
  for await (const record of kept.records()) {
    const { done, value: other } = await others.next();
    if (done === true) {
      if (isWhole) yield drawnOtherwise(record, "nothing");
      break;
    }
    if (other.url !== record.url) {
      yield drawnOtherwise(record, other.url);
      return;
    }
    for (const what of differences(decided(record), decided(other))) yield fault(record.url, what);
  }
  if (!isWhole) return;
  const extra = await others.next();
  if (extra.done !== true) yield fault(extra.value.url, "is drawn in the replay and has no record");
  yield* auditLeft(kept, replayed, wereKilled);
  yield* auditRest(kept, replayed, wereKilled);
}

function* auditLeft(
  kept: Decisions,
  replayed: Decisions,
  wereKilled: boolean,
): Generator<Violation, void, undefined> {
  const others = replayed.links()[Symbol.iterator]();
  for (const link of kept.links()) {
    const { done, value: other } = others.next();
    if (done === true || other.url !== link.url) {
      const there = done === true ? "nothing" : other.url;
      yield fault(link.url, `is in the frontier where the replay has ${there}`);
      return;
    }
    const values = wereKilled ? withDrawnAgain(link.values, other.values) : link.values;
    for (const what of differences(values, other.values)) yield fault(link.url, what);
  }
  const extra = others.next();
  if (extra.done !== true)
    yield fault(extra.value.url, "is found in the replay and not in the frontier");
}

/** A link whose fetch a kill cut short is drawn again, and counts one lease more. */
function withDrawnAgain(kept: Values, replayed: Values): Values {
  const [{ leases: some }, { leases: least }] = [kept, replayed];
  const isMore = typeof some === "number" && typeof least === "number" && some > least;
  return isMore ? { ...kept, leases: least } : kept;
}

/**
 * Returns events without what a kill adds: a training that it cut short finds links that it has scored already and
 * counts the others, and one whose layer had not begun is made again, with the same result.
 */
function withoutRepeats(events: readonly Event[]): readonly Event[] {
  const plain = events.map(({ kind, detail: { rescored: _rescored, ...detail } }) => {
    return { kind, detail };
  });
  return plain.filter(
    (event, index) => event.kind !== "trained" || !sameJson(event, plain[index - 1]),
  );
}

type Event = Pick<RunEvent, "kind" | "detail">;

/** Compares what is neither a draw nor a link: the weights of groups, and the trainings. */
async function* auditRest(
  kept: Decisions,
  replayed: Decisions,
  wereKilled: boolean,
): AsyncGenerator<Violation, void, undefined> {
  const events = await kept.events();
  // Labels may come before or after groups are weighed for a draw; the next weights are of other groups.
  const wereLabelled = events.some(({ kind }) => kind === "labelled");
  const decides = ({ isWaiting }: LeftGroup) => isWaiting || !wereLabelled;
  const groups = [...replayed.groups()].filter(decides);
  const weights = new Map(groups.map(({ name, weight }) => [name, weight]));
  for (const { name, weight } of Iterator.from(kept.groups()).filter(decides)) {
    for (const what of differences({ weight }, { weight: weights.get(name) }))
      yield { check: "replay", url: name, what };
    weights.delete(name);
  }
  for (const name of weights.keys())
    yield { check: "replay", url: name, what: "is a missing group" };
  const comparable = (all: readonly Event[]) => (wereKilled ? withoutRepeats(all) : all);
  const others = comparable(await replayed.events());
  for (const [index, event] of comparable(events).entries()) {
    for (const what of differences({ event }, { event: others[index] }))
      yield { check: "replay", url: `event ${index + 1}`, what };
  }
}

/** Returns all of a record but its times and its places, which another crawl has for itself. */
function decided(record: PageRecord): Values {
  const { url: _url, sequence: _sequence, fetchedAt: _at, fetchMs: _ms, ...ofLink } = record;
  const { page, response: _response, ...values } = ofLink;
  const { ref: _ref, ...ofPage } = page ?? {};
  return { ...values, ...ofPage };
}

function differences(kept: Values, replayed: Values): string[] {
  return Object.keys(kept)
    .filter((name) => !sameJson(kept[name], replayed[name]))
    .map((name) => `${name} is ${worded(kept[name])}, the replay has ${worded(replayed[name])}`);
}

function worded(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

function drawnOtherwise({ url, sequence }: PageRecord, other: string): Violation {
  return fault(url, `is draw ${sequence}, the replay draws ${other}`);
}

function fault(url: Url, what: string): Violation {
  return { check: "replay", url, what };
}

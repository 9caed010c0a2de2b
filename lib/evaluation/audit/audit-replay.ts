import type { Violation } from "../../domain/audit/violation.ts";
import type { PageRecord } from "../../domain/fetch/page-record.ts";
import type { LinkState } from "../../domain/frontier/link.ts";
import type { Url } from "../../domain/url/url.ts";

/** A link as a crawl left it. */
interface LeftLink {
  readonly url: Url;
  readonly state: LinkState;
  readonly reason: string;
  readonly priority: number | undefined;
}

/** The decisions of a crawl. */
export interface Decisions {
  records(): AsyncIterable<PageRecord>;
  /** Returns the links in order of admission. */
  links(): Iterable<LeftLink>;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Checks that a crawl made again decided as the kept one did. Both must make the same draws in the
 * same order, with the same scores by the same models. At the end both must have the same links in
 * the same states. After the first draw that differs everything differs, so nothing more is
 * compared. `isWhole` says that both crawls reach the end of the kept one; else only what both drew
 * is compared.
 */
export async function* auditReplay(
  kept: Decisions,
  replayed: Decisions,
  { isWhole }: { readonly isWhole: boolean },
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
  yield* auditLeft(kept, replayed);
}

function* auditLeft(kept: Decisions, replayed: Decisions): Generator<Violation, void, undefined> {
  const others = replayed.links()[Symbol.iterator]();
  for (const link of kept.links()) {
    const { done, value: other } = others.next();
    if (done === true || other.url !== link.url) {
      const there = done === true ? "nothing" : other.url;
      yield fault(link.url, `is in the frontier where the replay has ${there}`);
      return;
    }
    for (const what of differences(left(link), left(other))) yield fault(link.url, what);
  }
  const extra = others.next();
  if (extra.done !== true)
    yield fault(extra.value.url, "is found in the replay and not in the frontier");
}

function decided({
  state,
  reason,
  priority,
  group,
  depth,
  layer,
  parent,
  linkModel,
  page,
}: PageRecord): Values {
  const { utility, isTarget, type, model } = page ?? {};
  const ofLink = { priority, group, depth, layer, parent, linkModel };
  return { state, reason, ...ofLink, utility, isTarget, type, model };
}

function left({ state, reason, priority }: LeftLink): Values {
  return { state, reason, priority };
}

function differences(kept: Values, replayed: Values): string[] {
  return Object.keys(kept)
    .filter((name) => kept[name] !== replayed[name])
    .map((name) => `${name} is ${String(kept[name])}, the replay has ${String(replayed[name])}`);
}

function drawnOtherwise({ url, sequence }: PageRecord, other: string): Violation {
  return fault(url, `is draw ${sequence}, the replay draws ${other}`);
}

function fault(url: Url, what: string): Violation {
  return { check: "replay", url, what };
}

import { checkPriority } from "../../../domain/frontier/offer-rules.ts";
import type { Rescore, Rescored, Rescoring } from "../../../ports/frontier.ts";
import type { FrontierTables } from "./frontier-tables.ts";
import type { LinkTable, WaitingLink } from "./link-table.ts";

/** Links read at a time. */
const BATCH = 500;
/**
 * Work of one step, in links scored by kept bytes: some 15 ms. A link that is read takes four times as
 * long.
 */
const [STEP, READING] = [1_000, 4];

/** Scores waiting links with sequences above `after`, as many as one step may take. */
export function rescoreLinks(
  { links }: Pick<FrontierTables, "links">,
  rescoring: Rescoring,
  after: number,
): Rescored {
  if (after === 0) links.packed.begin(rescoring.packed?.pack);
  let [scored, work, last] = [0, 0, after];
  while (work < STEP) {
    const batch = links.waiting(last, BATCH);
    for (const waiting of batch) {
      const { isRead, given } = scoreOf(links, rescoring, waiting);
      work += isRead ? READING : 1;
      if (given === undefined) continue;
      apply(links, waiting, given);
      scored += 1;
    }
    last = batch.at(-1)?.summary.sequence ?? last;
    if (batch.length < BATCH) return { scored, next: undefined };
  }
  return { scored, next: last };
}

/** The score of a link, and whether its texts were read for it. */
interface Scoring {
  readonly isRead: boolean;
  readonly given: Rescore | undefined;
}

function scoreOf(
  links: LinkTable,
  { score, packed }: Rescoring,
  { summary, model }: WaitingLink,
): Scoring {
  const { sequence } = summary;
  const kept = packed && links.packed.get(sequence);
  if (packed !== undefined && kept !== undefined)
    return { isRead: false, given: packed.score(kept, { ...summary, model }) };
  const { link } = links.read(sequence);
  const made = packed?.pack(link);
  if (packed === undefined || made === undefined) return { isRead: true, given: score(link) };
  links.packed.put(sequence, made);
  return { isRead: true, given: packed.score(made, link) };
}

function apply(links: LinkTable, { summary }: WaitingLink, given: Rescore): void {
  const { priority, group = summary.group, model } = given;
  checkPriority(priority, summary.url);
  const { why = links.read(summary.sequence).link.why } = given;
  links.score(summary, { priority, group, said: { why, model } });
}

import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Lease } from "../../domain/frontier/link.ts";
import { DowserError } from "../../errors.ts";

/** Links for one harvester, each host's in order of their start times. */
export interface HarvestBatch {
  /** No two batches of a stack have the same. */
  readonly id: string;
  readonly crawl: string;
  /** Key of the plan bundle. */
  readonly plan: string;
  /** The model that judges: its content hash, and the pages it was trained on. */
  readonly model: { readonly hash: string; readonly pages: number };
  readonly leases: readonly Lease[];
}

/** What tells the planner that the result of a batch is there. */
export interface BatchNotice {
  readonly id: string;
  readonly crawl: string;
}

/** Longest message, in bytes: what SQS takes. */
const MOST_BYTES = 256 * 1_024;

/** A batch as text, or as several where one would be too long: a message holds some hundred links. */
export function batchTexts(batch: HarvestBatch): string[] {
  const text = zstdCompressSync(JSON.stringify(batch)).toString("base64");
  const hosts = [...Map.groupBy(batch.leases, ({ link }) => link.host).values()];
  // The links of one host stay together: nobody else may ask it meanwhile.
  if (text.length <= MOST_BYTES || hosts.length === 1) return [text];
  const half = hosts.length >> 1;
  return [
    ...batchTexts({ ...batch, id: `${batch.id}a`, leases: hosts.slice(0, half).flat() }),
    ...batchTexts({ ...batch, id: `${batch.id}b`, leases: hosts.slice(half).flat() }),
  ];
}

/** @throws DowserError `message-malformed` */
export function parseBatch(text: string): HarvestBatch {
  return parsed(text, () => {
    const batch: HarvestBatch = JSON.parse(
      zstdDecompressSync(Buffer.from(text, "base64")).toString(),
    );
    const { id, crawl, plan, model, leases } = batch;
    const isNamed = [id, crawl, plan, model.hash].every((name) => typeof name === "string");
    const isLeased = Array.isArray(leases) && leases.every(isLease);
    return isNamed && typeof model.pages === "number" && isLeased ? batch : undefined;
  });
}

export function noticeText({ id, crawl }: BatchNotice): string {
  return JSON.stringify({ id, crawl });
}

/** @throws DowserError `message-malformed` */
export function parseNotice(text: string): BatchNotice {
  return parsed(text, () => {
    const notice: BatchNotice = JSON.parse(text);
    return typeof notice.id === "string" && typeof notice.crawl === "string" ? notice : undefined;
  });
}

/** What a harvester needs of a lease to ask a host no sooner than it may. */
function isLease({ id, link, pace, startAt, expiresAt }: Lease): boolean {
  return (
    [id, link.url, link.host].every((text) => typeof text === "string") &&
    [startAt, expiresAt, pace.delayMs, pace.notBefore].every(Number.isFinite)
  );
}

function parsed<Message>(text: string, parse: () => Message | undefined): Message {
  let cause: unknown;
  try {
    const message = parse();
    if (message !== undefined) return message;
  } catch (error) {
    cause = error;
  }
  throw new DowserError("a message is not of the form that this stack's functions write", {
    code: "message-malformed",
    reaction: "drop",
    value: text.slice(0, 200),
    mend: "Let only the stack's own functions send to its queues; deploy them together.",
    cause,
  });
}

import type { Json } from "../domain/json.ts";

/** An event of a crawl that does not concern one of its pages. */
export interface RunEvent {
  /** Ms since the epoch. */
  readonly at: number;
  readonly kind:
    | "started"
    /** Parts of the project that a run may change, such as its budget, have other values from here on. */
    | "changed"
    | "migrated"
    | "trained"
    | "labelled"
    /** The need got a sample of the pages fetched so far. */
    | "sampled"
    | "answered"
    | "queried"
    /** Sitemaps, or parts of a recording, gave nothing. */
    | "unread"
    /** Pages were removed on request, and are not fetched again. */
    | "forgotten"
    /** Stored answers were lost, and their links queued again. */
    | "repaired"
    | "paused"
    | "finished";
  /** Details for a reader of the log. */
  readonly detail: Readonly<Record<string, Json>>;
}

/** The events of a crawl, in order. */
export interface RunLog {
  append(event: RunEvent): Promise<void>;
  list(): Promise<readonly RunEvent[]>;
}

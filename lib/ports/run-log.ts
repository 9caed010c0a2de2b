import type { Json } from "../domain/json.ts";

/** Something that happened to a crawl, other than to one of its pages. */
export interface RunEvent {
  /** Ms since the epoch. */
  readonly at: number;
  readonly kind:
    | "started"
    | "trained"
    | "labelled"
    | "answered"
    | "queried"
    | "paused"
    | "finished";
  /** What a reader wants to know of it. */
  readonly detail: Readonly<Record<string, Json>>;
}

/** The story of a crawl, in order. */
export interface RunLog {
  append(event: RunEvent): Promise<void>;
  list(): Promise<readonly RunEvent[]>;
}

/** What the record of a URL says of a recrawl. */
import type { Change } from "./change.ts";

/** The keys of a record that compare a visit with the last one. */
export interface RevisitKeys {
  /** How the answer differs from that of the last visit, where it says so. */
  readonly change?: Change;
}

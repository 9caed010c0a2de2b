import type { ActivityState } from "../../ports/activity-state.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyValueStore } from "../../ports/key-value-store.ts";
import type { LabelStore } from "../../ports/label-store.ts";
import type { PageListing } from "../../ports/page-listing.ts";
import type { Activity } from "../../ports/scheduler.ts";

/** Everything outside that the API uses. */
export interface ApiPorts {
  readonly keyValueStore: KeyValueStore;
  readonly blobs: BlobStore;
  readonly labels: LabelStore;
  /** Memory of its harvesters, in MB. */
  readonly harvesterMb: number;
  /** Whether it was deployed with a secret for sessions. */
  readonly keepsSessions: boolean;
  readonly listing: Pick<PageListing, "select">;
  /** Whether the stack was deployed with a secret for the key of a search engine. */
  readonly hasSearchKey: boolean;
  readonly activity: Activity;
  readonly clock: Pick<Clock, "now">;
  /** Returns the live state of rules, mapping and queues. */
  activityState(): Promise<ActivityState>;
  /**
   * Returns a URL under which anybody who has it may download the object for some minutes, as a text
   * file that no browser runs.
   */
  presign(key: string): Promise<string>;
  /**
   * Returns a URL under which anybody who has it may download a part of an export, or a report, for some
   * minutes.
   */
  presignMade(key: string): Promise<string>;
  /** Starts the trainer, which makes exports and reports, too; does not wait for it. */
  callTrainer(): Promise<void>;
}

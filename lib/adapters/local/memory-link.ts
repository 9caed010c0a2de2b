import type { Place, Standing, StoredLink } from "../../domain/frontier/frontier-tables.ts";
import type { FrontierLink } from "../../domain/frontier/link.ts";

/** A row of the frontier in memory; its tables change it in place. */
export interface MemoryLink {
  /** Replaced as a whole, so that one handed out never changes. */
  link: FrontierLink;
  readonly hostId: number;
  place: Place;
  key: number;
  leases: number;
  notBefore: number;
  reason: string;
}

/** The row's standing as it is now. */
export function standingOf({ link, hostId, place }: MemoryLink): Standing {
  const { sequence, group, priority, depth } = link;
  return { sequence, hostId, group, place, priority, depth };
}

/** The row as it is now. */
export function storedOf(row: MemoryLink): StoredLink {
  return { standing: standingOf(row), link: row.link, leases: row.leases };
}

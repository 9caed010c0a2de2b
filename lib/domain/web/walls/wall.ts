/**
 * What a server sends in place of the content of a URL. A challenge asks for a proof that no robot
 * asks, a consent page for agreement, a paywall for money, a login for an account. A block refuses the
 * visitor. A host without a site is parked, for sale, suspended, or as it was installed; one with an outage
 * reports an error or its maintenance. A soft 404 says with a status of success that there is nothing.
 */
export type Wall = PageWall | "soft-404";

const PAGE_WALLS = [
  "challenge",
  "blocked",
  "no-site",
  "outage",
  "login",
  "consent",
  "paywall",
] as const;

/** The walls that a page shows by itself. */
export type PageWall = (typeof PAGE_WALLS)[number];

/** Returns whether an outcome is a wall that the page shows, not the head of its answer. */
export function isPageWall({
  reason,
  status = 0,
}: {
  reason: string;
  status?: number | undefined;
}): boolean {
  return status >= 200 && status < 300 && PAGE_WALLS.some((wall) => wall === reason);
}

/** A recognised wall, and the signs that it was recognised by. */
export interface FoundWall {
  readonly wall: Wall;
  readonly sign: string;
}

/** The keys of a record by which soft 404s are told. */
export interface WallKeys {
  /** Hash of a text so short that it may be the host's answer to any URL, below 2^48. */
  readonly print?: number;
}

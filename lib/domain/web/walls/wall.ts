/**
 * What a server sends in place of the content of a URL. A challenge asks for a proof that no robot
 * asks, a consent page for agreement, a paywall for money, a login for an account. A soft 404 says
 * with a status of success that there is nothing.
 */
export type Wall = "challenge" | "consent" | "paywall" | "login" | "soft-404";

/** A recognised wall, and the sign that it was recognised by. */
export interface FoundWall {
  readonly wall: Wall;
  readonly sign: string;
}

/** The keys of a record by which soft 404s are told. */
export interface WallKeys {
  /** Hash of a text so short that it may be the host's answer to any URL, below 2^48. */
  readonly print?: number;
}

/** Leases that a link may lose before it is given up. */
export const MOST_LOST_LEASES = 3;

/** A link whose harvesters died. */
export interface LostLink {
  /** `sequence` of the link. */
  readonly sequence: number;
  /** Number of leases that it has lost so far. */
  readonly losses: number;
  /** Most links in its next batch. */
  readonly most: number;
}

/**
 * Returns a link after its harvester died with a batch of `size` links; `undefined` when the link
 * is given up. Nobody knows which link of a dead batch killed the harvester. So the next batches
 * have the square root of the links, and those after them one each. Only a link that lost its last
 * lease alone is given up, and of n neighbours no more than √n are asked three times.
 */
export function afterLoss(
  { sequence, losses }: Pick<LostLink, "sequence" | "losses">,
  size: number,
): LostLink | undefined {
  const lost = losses + 1;
  if (lost >= MOST_LOST_LEASES) return undefined;
  const most = lost < MOST_LOST_LEASES - 1 ? Math.ceil(Math.sqrt(size)) : 1;
  return { sequence, losses: lost, most };
}

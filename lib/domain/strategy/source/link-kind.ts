/**
 * Kinds of links: what pages of a cluster link to at one place of their template by URLs made alike. The
 * name of a kind is its group in the frontier.
 */

/** A kind's name, and its cluster, URL skeleton and class path, none of which holds a space. */
export function linkKind(cluster: number, skeleton: string, path: string): string {
  return `${cluster} ${skeleton} ${path}`;
}

/** Name of all links. */
const EVERYTHING = "";

/**
 * The wider kinds that a kind is part of, from its own to all links: without the cluster, by the skeleton
 * alone, and everything.
 */
export function widerKinds(
  kind: string,
): readonly [own: string, place: string, skeleton: string, all: string] {
  const place = placeOf(kind);
  const skeleton = place.slice(0, Math.max(0, place.indexOf(" ")));
  return [kind, `at ${place}`, skeletonKind(skeleton), EVERYTHING];
}

/** All links to URLs of a skeleton. */
export function skeletonKind(skeleton: string): string {
  return `as ${skeleton}`;
}

/** Skeleton and class path of a kind: what it is in all clusters. */
export function placeOf(kind: string): string {
  return kind.slice(kind.indexOf(" ") + 1);
}

/** Class path of a kind. */
export function pathOf(kind: string): string {
  const place = placeOf(kind);
  return place.slice(place.indexOf(" ") + 1);
}

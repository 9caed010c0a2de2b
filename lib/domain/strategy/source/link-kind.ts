/**
 * Kinds of links: pages of one cluster link from one place of their template to URLs of one form.
 * The name of a kind is its group in the frontier.
 */

/**
 * Returns a kind's name, made of its cluster, URL skeleton and class path. None of them contains a
 * space.
 */
export function linkKind(cluster: number, skeleton: string, path: string): string {
  return `${cluster} ${skeleton} ${path}`;
}

/** Name of all links. */
const EVERYTHING = "";

/**
 * Returns the wider kinds that contain a kind, from itself to all links: without the cluster, by
 * the skeleton alone, and everything.
 */
export function widerKinds(
  kind: string,
): readonly [own: string, place: string, skeleton: string, all: string] {
  const place = placeOf(kind);
  const skeleton = place.slice(0, Math.max(0, place.indexOf(" ")));
  return [kind, `at ${place}`, skeletonKind(skeleton), EVERYTHING];
}

/** Returns the kind of all links to URLs of a skeleton. */
export function skeletonKind(skeleton: string): string {
  return `as ${skeleton}`;
}

/** Returns the skeleton and class path of a kind, the part that is the same in all clusters. */
export function placeOf(kind: string): string {
  return kind.slice(kind.indexOf(" ") + 1);
}

/** Returns the class path of a kind. */
export function pathOf(kind: string): string {
  const place = placeOf(kind);
  return place.slice(place.indexOf(" ") + 1);
}

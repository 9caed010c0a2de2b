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

/**
 * Returns the class path whose forms are like that of a wider kind: its own for a skeleton at a
 * class path, `""` for a skeleton anywhere; `undefined` for other kinds.
 */
export function likesOf(kind: string): string | undefined {
  if (kind.startsWith("as ")) return "";
  return kind.startsWith("at ") ? pathOf(kind) : undefined;
}

/** Part that a pager puts into a URL: one number, after a word that the site's URLs share. */
const PAGE_PART = /^[^0*]*0[^0*]*$/;

/**
 * Reports whether the skeleton of one form is that of another with a number put in. So is that of a
 * list's second page.
 */
export function isPageOf(form: string, list: string): boolean {
  const more = form.length - list.length;
  if (more <= 0) return false;
  let start = 0;
  while (start < list.length && form[start] === list[start]) start += 1;
  if (form.slice(start + more) !== list.slice(start)) return false;
  return PAGE_PART.test(form.slice(start, start + more));
}

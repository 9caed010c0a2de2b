import type { Visit } from "../../lib/domain/methods/strategy.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import type { LinkLearnerSettings } from "./options.ts";

/** A link that was followed, and the class of its page: 0 is a target. */
interface ClassedLink {
  readonly visit: Visit;
  readonly class: number;
}

/** Most links of a class for training, as in Barbosa & Freire's crawler. */
const MOST_LINKS = 5_000;

/**
 * Returns the links for training. With two classes, the second has links to other pages, as many as
 * lead to targets. With three classes, class k has the links that are k links away from the nearest
 * known target. If a class has too many links, a hash of their URLs decides which are taken.
 */
export function classedLinks(
  visits: readonly Visit[],
  { classes }: Pick<LinkLearnerSettings, "classes">,
  seed: number,
): ClassedLink[] {
  const links = visits.filter(({ snippet }) => snippet !== undefined);
  const classOf = classes === 2 ? toTargetOrNot : byDistance(visits, classes);
  const byClass = Array.from({ length: classes }, (_, number) =>
    links.filter((visit) => classOf(visit) === number),
  );
  const targets = byClass[0]?.length ?? 0;
  return byClass.flatMap((visits, number) => {
    const most = classes === 2 ? Math.min(MOST_LINKS, targets) : MOST_LINKS;
    return draw(visits, most, seed).map((visit) => ({ visit, class: number }));
  });
}

function draw(visits: readonly Visit[], most: number, seed: number): readonly Visit[] {
  if (visits.length <= most) return visits;
  return visits
    .map((visit) => ({ visit, turn: hashToUnit(seed, visit.url) }))
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, most)
    .map(({ visit }) => visit);
}

function toTargetOrNot({ isTarget }: Visit): number {
  return isTarget ? 0 : 1;
}

/**
 * Compiles a function from a page to the number of links on the shortest way to a target, below
 * `most`. The ways are those known from the fetched pages.
 */
function byDistance(visits: readonly Visit[], most: number): (visit: Visit) => number | undefined {
  const distances = new Map<Url, number>();
  for (const { url, isTarget } of visits) if (isTarget) distances.set(url, 0);
  for (let distance = 1; distance < most; distance += 1) {
    const nearer = new Set(distances.keys());
    for (const { url, outlinks } of visits) {
      if (!distances.has(url) && outlinks.some((outlink) => nearer.has(outlink)))
        distances.set(url, distance);
    }
  }
  return ({ url }) => distances.get(url);
}

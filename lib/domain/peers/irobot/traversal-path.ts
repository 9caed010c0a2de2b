import type { SiteArc } from "./site-arcs.ts";

/**
 * Returns the traversal path in its automatic form: the spanning tree of the sitemap, without
 * branches that have no informative vertex. It grows from `root` by the arc with most links that
 * leads to a new vertex. No person corrects it, as in the experiments of Xu, Gao & Callan 2018
 * (§ 5.3). The first of equal arcs is taken.
 */
export function traversalPath(
  arcs: readonly SiteArc[],
  root: number,
  informs: (vertex: number) => boolean,
): SiteArc[] {
  const heaviest = arcs.toSorted((a, b) => b.links - a.links);
  const reached = new Set([root]);
  const tree: SiteArc[] = [];
  for (;;) {
    const arc = heaviest.find(({ from, to }) => reached.has(from) && !reached.has(to));
    if (arc === undefined) return pruned(tree, informs);
    reached.add(arc.to);
    tree.push(arc);
  }
}

/** Prunes the tree from its end, so that leaves come before their parents. */
function pruned(tree: readonly SiteArc[], informs: (vertex: number) => boolean): SiteArc[] {
  const leads = new Set<number>();
  for (const { from, to } of tree.toReversed())
    if (leads.has(to) || informs(to)) leads.add(from).add(to);
  return tree.filter(({ to }) => leads.has(to));
}

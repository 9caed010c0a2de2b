/** What counts as repeated. */
export interface RegionChoice {
  /** Elements from the root to a region at least. */
  readonly minDepth: number;
  /** Least ratio of how often two parts occur for both to be parts of one record, in (0,1]. */
  readonly minRatio: number;
}

/** An element of the page's tree of paths, with all the elements on the same path. */
interface PathTree {
  readonly children: Map<string, PathTree>;
  /** Displayed leaves that end here. */
  count: number;
}

/** How often the parts of a record occur: the rarest that is repeated, and the commonest. */
interface Repeats {
  readonly least: number;
  readonly most: number;
}

/**
 * Paths of the regions of a page in which a record is repeated: the highest elements, at least `minDepth`
 * below the root, all of whose repeated leaves occur about equally often. Leaves that occur once are no
 * part of a record.
 *
 * Reconstructed: iRobot (Cai et al. 2008) finds regions by aligning subtrees of the DOM; a bag of paths
 * has lost which leaf stood beside which, and how often each occurs stands in for it.
 */
export function repetitiveRegions(
  paths: Readonly<Record<string, number>>,
  choice: RegionChoice,
): readonly string[] {
  const regions: string[] = [];
  collect(treeOf(paths), "", 0, choice, regions);
  return regions.sort();
}

function treeOf(paths: Readonly<Record<string, number>>): PathTree {
  const root: PathTree = { children: new Map(), count: 0 };
  for (const [path, count] of Object.entries(paths)) {
    let node = root;
    for (const step of path.split("/")) {
      if (step === "") continue;
      const child: PathTree = node.children.get(step) ?? { children: new Map(), count: 0 };
      node.children.set(step, child);
      node = child;
    }
    node.count += count;
  }
  return root;
}

/**
 * Takes the regions below an element in; returns its repeats if it may be part of a larger region. What
 * was taken below a region is given up for it.
 */
function collect(
  node: PathTree,
  path: string,
  depth: number,
  choice: RegionChoice,
  regions: string[],
): Repeats | undefined {
  const first = regions.length;
  let repeats: Repeats | undefined = { least: Infinity, most: 0 };
  if (node.count > 1) repeats = { least: node.count, most: node.count };
  for (const [step, child] of node.children) {
    const below = collect(child, `${path}/${step}`, depth + 1, choice, regions);
    repeats = repeats === undefined || below === undefined ? undefined : merged(repeats, below);
  }
  if (repeats === undefined || repeats.least < choice.minRatio * repeats.most) return undefined;
  if (depth >= choice.minDepth && repeats.most > 1) {
    regions.length = first;
    regions.push(path);
  }
  return repeats;
}

function merged(a: Repeats, b: Repeats): Repeats {
  return { least: Math.min(a.least, b.least), most: Math.max(a.most, b.most) };
}

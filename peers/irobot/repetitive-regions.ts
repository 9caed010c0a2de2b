/** The rule for repetition. */
export interface RegionChoice {
  /** Fewest elements from the root to a region. */
  readonly minDepth: number;
  /** Least ratio of the occurrences of two parts for both to be parts of one record, in (0,1]. */
  readonly minRatio: number;
}

/** An element of the page's tree of paths, with all elements on the same path. */
interface PathTree {
  readonly children: Map<string, PathTree>;
  /** Displayed leaves that end here. */
  count: number;
}

/** How often the parts of a record occur: the rarest repeated part, and the commonest. */
interface Repeats {
  readonly least: number;
  readonly most: number;
}

/**
 * Returns the paths of the regions of a page in which a record is repeated. They are the highest
 * elements, at least `minDepth` below the root, whose repeated leaves all occur about equally
 * often. Leaves that occur once are not part of a record.
 *
 * Reconstructed: iRobot (Cai et al. 2008) finds regions by aligning subtrees of the DOM. A bag of
 * paths has lost which leaves were neighbours, so the number of occurrences replaces that.
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
 * Collects the regions below an element; returns its repeats if it may be part of a larger region.
 * A larger region replaces those collected below it.
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

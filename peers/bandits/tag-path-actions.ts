import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { remember } from "../../lib/domain/text/safe-text.ts";

/** A group of links with similar tag paths. */
export type TagPathAction = {
  /** Path of its first link, which names it. */
  readonly path: string;
  /** Number of links that were joined. */
  readonly links: number;
  /** Mean of the vectors of their paths: column → value, those above a millionth. */
  readonly centroid: Readonly<Record<string, number>>;
};

/** Columns of the hashed vectors: 2^12 as published. */
const COLUMNS = 2 ** 12;

/** Least cosine with a centroid at which a path joins, as published. */
const LEAST_SIMILARITY = 0.75;

/** Values of centroids are kept to a millionth. */
const DECIMALS = 1e6;

/** Paths whose vectors are cached, some 5 MB: the pages of a site repeat most of them. */
const MOST_PATHS = 10_000;

/** A vector of some of {@link COLUMNS} columns. */
type PathVector = ReadonlyMap<number, number>;

/**
 * Returns the vector of a tag path: the shares of its token 2-grams, hashed to 2^12 columns. Tokens
 * are the elements with their classes, between a token for the start and one for the end.
 */
export const pathVector: (path: string) => PathVector = remember((path) => {
  const tokens = ["^", ...path.split("/"), "$"];
  const vector = new Map<number, number>();
  const share = 1 / (tokens.length - 1);
  for (let at = 1; at < tokens.length; at += 1) {
    const column = Math.floor(hashToUnit(0, `${tokens[at - 1]}/${tokens[at]}`) * COLUMNS);
    vector.set(column, (vector.get(column) ?? 0) + share);
  }
  return vector;
}, MOST_PATHS);

interface Action {
  readonly path: string;
  links: number;
  centroid: Map<number, number>;
  norm: number;
}

/**
 * Groups links by their tag paths, in the order in which they come (Gauquier, Manolescu & Senellart
 * 2026). A path joins the action with the nearest centroid, and moves it, if their cosine is at
 * least 0.75. Otherwise it is a new action; the last of `most` actions takes all that is near none.
 */
export class TagPathActions {
  readonly #most: number;
  readonly #actions: Action[];
  readonly #byPath: Map<string, Action>;

  constructor(most: number, actions: readonly TagPathAction[] = []) {
    this.#most = most;
    this.#actions = actions.map(({ path, links, centroid }) => {
      const values = new Map(Object.entries(centroid).map(([key, value]) => [Number(key), value]));
      return { path, links, centroid: values, norm: normOf(values) };
    });
    this.#byPath = new Map(this.#actions.map((action) => [action.path, action]));
  }

  /** Joins links with this path, and returns the name of their action. */
  join(path: string, links = 1): string {
    const vector = pathVector(path);
    let action = this.#find(path);
    if (action === undefined) {
      action = { path, links: 0, centroid: new Map(), norm: 0 };
      this.#actions.push(action);
      this.#byPath.set(path, action);
    }
    const all = action.links + links;
    for (const [column, value] of action.centroid)
      action.centroid.set(column, (value * action.links) / all);
    for (const [column, value] of vector)
      action.centroid.set(column, (action.centroid.get(column) ?? 0) + (value * links) / all);
    action.links = all;
    action.norm = normOf(action.centroid);
    return action.path;
  }

  /**
   * Returns the name of the action of a path, without joining it; `undefined` when it would be a
   * new one. The path that names an action belongs to it wherever its centroid has moved.
   */
  nameOf(path: string): string | undefined {
    return this.#find(path)?.path;
  }

  toJSON(): readonly TagPathAction[] {
    return this.#actions.map(({ path, links, centroid }) => {
      const kept = Array.from(centroid, ([column, value]): [string, number] => [
        String(column),
        Math.round(value * DECIMALS) / DECIMALS,
      ]);
      return { path, links, centroid: Object.fromEntries(kept.filter(([, value]) => value > 0)) };
    });
  }

  #find(path: string): Action | undefined {
    const named = this.#byPath.get(path);
    if (named !== undefined) return named;
    const vector = pathVector(path);
    const norm = normOf(vector);
    let [nearest, greatest]: [Action | undefined, number] = [undefined, -1];
    for (const action of this.#actions) {
      const similarity = dot(vector, action.centroid) / (norm * action.norm);
      if (similarity > greatest) [nearest, greatest] = [action, similarity];
    }
    const isFull = this.#actions.length >= this.#most;
    return isFull || greatest >= LEAST_SIMILARITY ? nearest : undefined;
  }
}

function normOf(vector: PathVector): number {
  let squares = 0;
  for (const value of vector.values()) squares += value * value;
  return Math.sqrt(squares);
}

function dot(one: PathVector, other: PathVector): number {
  let sum = 0;
  for (const [column, value] of one) sum += value * (other.get(column) ?? 0);
  return sum;
}

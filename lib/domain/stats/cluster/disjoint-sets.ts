/** Sets without a common member, over the numbers from 0 on (union–find with path halving). */
export class DisjointSets {
  readonly #parents: Int32Array;

  /** Makes each of `size` numbers a set of its own. */
  constructor(size: number) {
    this.#parents = Int32Array.from({ length: size }, (_, member) => member);
  }

  /** Joins the sets of two members. */
  join(a: number, b: number): void {
    const [x, y] = [this.find(a), this.find(b)];
    this.#parents[Math.max(x, y)] = Math.min(x, y);
  }

  /** Returns the least member of a member's set. */
  find(member: number): number {
    const parents = this.#parents;
    let at = member;
    for (;;) {
      const parent = parents[at] ?? at;
      if (parent === at) return at;
      const grandparent = parents[parent] ?? parent;
      parents[at] = grandparent;
      at = grandparent;
    }
  }
}

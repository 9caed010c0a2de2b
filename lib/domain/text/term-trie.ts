/** The result when no term ends at a node, a node has no such child, or a word has no symbol. */
export const NONE = -1;

const FIRST_SLOTS = 64;
/**
 * Units of a slot: node, symbol, and the child they lead to, or 0 in a free slot. The fourth makes
 * it a power of 2.
 */
const SLOT = 4;

/** Terms as paths of symbols, numbers from 0, that begin at node 0. */
export class TermTrie {
  /** Children of node 0 by symbol: nearly all look-ups are for them. */
  readonly #first: Int32Array;
  /**
   * Children of all other nodes, by the hash of node and symbol; at most half of the slots are
   * taken.
   */
  #slots = new Int32Array(FIRST_SLOTS * SLOT);
  #taken = 0;
  /** Term that ends at a node. */
  readonly #terms: number[] = [NONE];

  /** Creates a trie for symbols below `symbols`. */
  constructor(symbols: number) {
    this.#first = new Int32Array(symbols).fill(NONE);
  }

  /**
   * Adds a path; of two terms with the same path the first added stays. A path without symbols
   * leads nowhere.
   */
  add(path: readonly number[], term: number): void {
    let node = 0;
    for (const symbol of path) {
      const known = this.child(node, symbol);
      node = known === NONE ? this.#addChild(node, symbol) : known;
    }
    if (this.#terms[node] === NONE) this.#terms[node] = term;
  }

  /** Returns the child of a node by symbol; `NONE` if there is no such child. */
  child(node: number, symbol: number): number {
    if (symbol === NONE) return NONE;
    if (node === 0) return this.#first[symbol] ?? NONE;
    return this.#slots[this.#slotOf(node, symbol) + 2] || NONE;
  }

  /** Returns the term that ends at a node. */
  termAt(node: number): number {
    return this.#terms[node] ?? NONE;
  }

  #addChild(node: number, symbol: number): number {
    const child = this.#terms.push(NONE) - 1;
    if (node === 0) {
      this.#first[symbol] = child;
    } else {
      this.#place(node, symbol, child);
      this.#taken += 1;
      if (this.#taken * SLOT * 2 > this.#slots.length) this.#grow();
    }
    return child;
  }

  /** Returns the slot of a node's symbol, or the free one for it. */
  #slotOf(node: number, symbol: number): number {
    const slots = this.#slots;
    const mask = slots.length - SLOT;
    let slot = hashOf(node, symbol) & mask;
    while (slots[slot + 2] !== 0 && (slots[slot] !== node || slots[slot + 1] !== symbol)) {
      slot = (slot + SLOT) & mask;
    }
    return slot;
  }

  #place(node: number, symbol: number, child: number): void {
    this.#slots.set([node, symbol, child], this.#slotOf(node, symbol));
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    for (let slot = 0; slot < old.length; slot += SLOT) {
      const [node = 0, symbol = 0, child = 0] = old.subarray(slot, slot + SLOT);
      if (child !== 0) this.#place(node, symbol, child);
    }
  }
}

/** Multiplies by two odd constants of xxHash (Collet), and mixes the upper bits into the lower. */
function hashOf(node: number, symbol: number): number {
  const hash = Math.imul(node, 0x9e3779b1) ^ Math.imul(symbol, 0x85ebca77);
  return hash ^ (hash >>> 15);
}

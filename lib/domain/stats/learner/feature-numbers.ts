/**
 * Most features that get a number by themselves: the words of some million links, about 100 MB. Those
 * named later have none.
 */
const MOST_NUMBERED = 1_000_000;

/**
 * Numbers of features, from 0 in the order in which they were first named. A feature has a kind and a
 * name of that kind; in text both are joined by a space, and no kind contains one.
 */
export class FeatureNumbers {
  readonly #kinds = new Map<string, Map<string, number>>();
  #size = 0;

  /** All numbers are below it. */
  get size(): number {
    return this.#size;
  }

  /** Returns the number of a feature, `undefined` if it has none. */
  find(kind: string, name: string): number | undefined {
    return this.#kinds.get(kind)?.get(name);
  }

  /** Returns the number of a feature, a new one if there is room for it. */
  number(kind: string, name: string): number | undefined {
    const known = this.find(kind, name);
    if (known !== undefined || this.#size >= MOST_NUMBERED) return known;
    return this.#add(kind, name);
  }

  /** Returns the number of a feature, a new one if it has none. */
  numberAlways(kind: string, name: string): number {
    return this.find(kind, name) ?? this.#add(kind, name);
  }

  /** Yields all features in text with their numbers, in no order. */
  *entries(): Generator<readonly [feature: string, number: number]> {
    for (const [kind, names] of this.#kinds)
      for (const [name, number] of names) yield [`${kind} ${name}`, number];
  }

  /** Returns the numbers of features in text; all of them have one from now on. */
  numberAll(features: readonly string[]): Int32Array {
    return Int32Array.from(features, (feature) => {
      const space = feature.indexOf(" ");
      const [kind, name] = [feature.slice(0, space), feature.slice(space + 1)];
      return this.numberAlways(kind, name);
    });
  }

  #add(kind: string, name: string): number {
    const names = this.#kinds.get(kind) ?? new Map<string, number>();
    this.#kinds.set(kind, names.set(name, this.#size));
    this.#size += 1;
    return this.#size - 1;
  }
}

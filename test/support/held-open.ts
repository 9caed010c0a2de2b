interface Closable {
  close(): void;
}

/** What the processes of a simulation hold open: a dead one closes nothing. */
export class HeldOpen {
  readonly #held = new Set<Closable>();

  /** Returns the same, to be closed once, at the latest by {@link close}. */
  hold<Opened extends Closable>(opened: Opened): Opened {
    const held = {
      ...opened,
      close: () => {
        if (this.#held.delete(held)) opened.close();
      },
    };
    this.#held.add(held);
    return held;
  }

  /** Closes what is still open. */
  close(): void {
    for (const each of this.#held) each.close();
  }
}

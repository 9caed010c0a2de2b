import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Texts that many rows share, stored once: reasons and models. Few enough to be held in memory. */
export class SqliteWords {
  readonly #ids = new Map<string, number>();
  readonly #texts = new Map<number, string>();
  readonly #insert: StatementSync;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare("INSERT INTO word (text) VALUES (?)");
    for (const { id, text } of database.prepare("SELECT id, text FROM word").all()) {
      this.#remember(Number(id), String(text));
    }
  }

  idOf(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = Number(this.#insert.run(text).lastInsertRowid);
    this.#remember(id, text);
    return id;
  }

  textOf(id: number): string {
    const text = this.#texts.get(id);
    if (text === undefined) throw new RangeError(`No word has the number ${id}.`);
    return text;
  }

  #remember(id: number, text: string): void {
    this.#ids.set(text, id);
    this.#texts.set(id, text);
  }
}

/** Markup of the webs that are built as such sites are. */
import type { Language } from "./words.ts";

/** Writes a list of pieces of markup. */
export function items(pieces: readonly string[], attributes = ""): string {
  return `<ul ${attributes}>${pieces.map((piece) => `<li>${piece}</li>`).join("")}</ul>`;
}

/** Writes a page; escapes its title. */
export function wholePage(language: Language, title: string, body: string): string {
  const escaped = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const head = `<head><meta charset="utf-8"><title>${escaped}</title></head>`;
  return `<!DOCTYPE html><html lang="${language}">${head}<body>${body}</body></html>`;
}

/** Returns the part of a path that a title makes, without accents of Swedish. */
export function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[åä]/g, "a")
    .replaceAll("ö", "o")
    .replaceAll(/[^a-z0-9]+/g, "-");
}

/** A part of a list that goes on over several pages. */
interface Part<T> {
  /** From 0. */
  readonly at: number;
  readonly isLast: boolean;
  readonly rows: readonly T[];
}

/** Returns a list in parts of so many rows; an empty list has one, too. */
export function parts<T>(rows: readonly T[], size: number): readonly Part<T>[] {
  const length = Math.max(1, Math.ceil(rows.length / size));
  return Array.from({ length }, (_, at) => {
    return { at, isLast: at + 1 === length, rows: rows.slice(at * size, (at + 1) * size) };
  });
}

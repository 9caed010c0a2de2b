/** Composed queries with words of forgotten pages: a crawl asks for what its examples and pages have in common. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Url } from "../../domain/web/url/url.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import { seedQueries } from "../../project/found-seeds.ts";
import { RUN_FILES } from "../../run/folder/run-database.ts";
import { loadNeed } from "../../run/folder/run-inputs.ts";
import type { RunProject } from "../../run/folder/run-project.ts";
import { changeLines } from "./forget-files.ts";

/** What stands for a composed query that has words of a forgotten page. */
export const FORGOTTEN_QUERY = "[forgotten]";

/** Shortest word that says something of a page, in letters. */
const LEAST_LETTERS = 3;

/** Returns the words of a text, lower case. */
export function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length >= LEAST_LETTERS);
}

/** Returns the words of the examples of a need among some pages. */
export function wordsOfExamples(
  directory: string,
  isMeant: (url: Url) => boolean,
): readonly string[] {
  const need = loadNeed(join(directory, RUN_FILES.need));
  const examples = [...(need?.good ?? []), ...(need?.bad ?? []), need?.examplePage].flatMap(
    (each) => each ?? [],
  );
  return examples
    .filter(({ url }) => isMeant(url))
    .flatMap(({ title, text }) => wordsOf(`${title} ${text}`));
}

/** Returns the queries that a log says were asked. */
export function askedQueries(events: readonly RunEvent[]): readonly string[] {
  return events
    .filter(({ kind }) => kind === "answered" || kind === "queried")
    .flatMap(({ detail: { query } }) => (typeof query === "string" ? [query] : []));
}

/**
 * Returns the composed ones of queries that have one of these words, unless the user's own queries
 * have it, too.
 */
export function queriesWith(
  asked: readonly string[],
  words: ReadonlySet<string>,
  { seeds, need }: Partial<RunProject>,
): ReadonlySet<string> {
  const own = seeds === undefined || need === undefined ? [] : seedQueries({ seeds, need });
  const given = new Set(own.flatMap(wordsOf));
  const isMeant = (query: string) =>
    !own.includes(query) && wordsOf(query).some((word) => words.has(word) && !given.has(word));
  return new Set(asked.filter(isMeant));
}

/** Replaces composed queries in the log of a run: their number and their results stay. */
export function forgetQueries(directory: string, queries: ReadonlySet<string>): void {
  const file = join(directory, RUN_FILES.log);
  if (queries.size === 0 || !existsSync(file)) return;
  changeLines(
    file,
    (event) => {
      const { detail } = event;
      if (typeof detail !== "object" || detail === null) return undefined;
      const { query }: { readonly query?: unknown } = detail;
      if (typeof query !== "string" || !queries.has(query)) return undefined;
      const exclude = "exclude" in detail ? { exclude: [] } : {};
      return { ...event, detail: { ...detail, query: FORGOTTEN_QUERY, ...exclude } };
    },
    { isDry: false },
  );
}

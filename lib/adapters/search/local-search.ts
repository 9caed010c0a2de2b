import { DatabaseSync } from "node:sqlite";
import type { PageView } from "../../domain/page/page-view.ts";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import type { SearchProvider, SearchResult } from "../../ports/search-provider.ts";

/** A search engine over local pages. */
export interface LocalSearch extends SearchProvider {
  /** Number of pages indexed. */
  readonly size: number;
  /** Frees the index; no search is possible afterwards. */
  close(): void;
}

/** Weight of an occurrence in the title, in occurrences in the text: a page is about its title. */
const TITLE_WEIGHT = 5;

/** Length of an extract, in UTF-16 units: about what search engines show. */
const EXTRACT_LENGTH = 300;

/** Only the words are indexed: the index needs no second copy of the texts. */
const SCHEMA = `
  CREATE TABLE page (id INTEGER PRIMARY KEY, url TEXT UNIQUE, title TEXT, extract TEXT) STRICT;
  CREATE VIRTUAL TABLE words USING fts5(
    title, text, content = '', tokenize = 'porter unicode61 remove_diacritics 2'
  );
`;

/** Pages with equal rank are ordered by URL, so that the same recording gives the same seeds. */
const SEARCH = `
  SELECT url, page.title AS title, extract FROM words JOIN page ON page.id = words.rowid
  WHERE words MATCH ? ORDER BY bm25(words, ${TITLE_WEIGHT}, 1), url LIMIT ?
`;

/**
 * Indexes pages in memory: full text by SQLite's FTS5, ranked by BM25, with English words stemmed.
 * Any word of a query may match; more and rarer words rank higher. No character of a query is an
 * operator.
 */
export async function createLocalSearch(pages: AsyncIterable<PageView>): Promise<LocalSearch> {
  const database = new DatabaseSync(":memory:");
  try {
    const size = await index(pages, database);
    const statement = database.prepare(SEARCH);
    return {
      size,
      search: async (query, limit, exclude = []) => ({
        results: statement.all(matchExpression(query, exclude), limit).flatMap(toResult),
        leftOut: 0,
      }),
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

async function index(pages: AsyncIterable<PageView>, database: DatabaseSync): Promise<number> {
  database.exec(`${SCHEMA} BEGIN`);
  const insertPage = database.prepare("INSERT OR IGNORE INTO page VALUES (NULL, ?, ?, ?)");
  const insertWords = database.prepare("INSERT INTO words (rowid, title, text) VALUES (?, ?, ?)");
  let size = 0;
  for await (const { url, title, mainText, text } of pages) {
    const content = mainText === "" ? text : mainText;
    const extract = content.slice(0, EXTRACT_LENGTH).replaceAll("\n", " ");
    const { changes, lastInsertRowid } = insertPage.run(url, title, extract);
    if (changes === 0) continue;
    insertWords.run(lastInsertRowid, title, content);
    size += 1;
  }
  database.exec("COMMIT");
  return size;
}

/**
 * Quotes the query's words as FTS5 strings (sqlite.org/fts5.html §3.1), which contain no operators.
 * A word that the tokenizer splits becomes a phrase. Exclusions are phrases, too.
 */
function matchExpression(query: string, exclude: readonly string[]): string {
  const words = new Set(query.split(/[\s\0]+/).filter((word) => word !== ""));
  if (words.size === 0) return '""';
  const wanted = Array.from(words, quoted).join(" OR ");
  // A phrase without a word matches nothing, so it excludes nothing.
  return exclude.length === 0 ? wanted : `(${wanted}) NOT (${exclude.map(quoted).join(" OR ")})`;
}

/** Quotes a text; a NUL would end the expression. */
function quoted(text: string): string {
  return `"${text.replaceAll("\0", " ").replaceAll('"', '""')}"`;
}

function toResult(row: Record<string, unknown>): SearchResult[] {
  const { url, title, extract } = row;
  const parsed = canonicalUrl(String(url));
  return parsed.ok ? [{ url: parsed.url, title: String(title), extract: String(extract) }] : [];
}

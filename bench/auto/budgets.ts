/**
 * Pages that crawls may fetch; up to 1, the share of the web's pages. Small against each web: with
 * most of it fetched all orders find the same.
 */
export const BUDGETS = {
  /** A web of some thousand pages; breadth-first is still far from done. */
  universities: 0.25,
  /** A tenth of the recorded part of a large university. */
  modernUniversity: 500,
  /** A fifth of the site, as most of it hangs on few lists. */
  government: 200,
  /** A tenth of the articles; categories have 84 to 704. */
  encyclopedia: 400,
  /** Many times the forty articles about a topic, so that strategies differ in when they find them. */
  health: 300,
  /** What a person waits for who gives two words. */
  coldStart: 300,
  /** As in the harvests of the courses bench that are compared with its oracle. */
  courses: 100,
  /** Most of a forum or of sites with comments: longer crawls only repeat what these show. */
  most: 600,
  /** Share of a university's pages, without its files: of most webs no crawl for files sees more. */
  files: 0.1,
  /** Twice as many pages as the exhibitions have files. */
  exhibitions: 600,
  /** Share of the comment sites' pages. */
  comments: 0.25,
} as const;

/** How many links a second are canonicalised, and judged by the scope. */

import { compileScope } from "../lib/domain/frontier/scope.ts";
import { figures } from "../lib/domain/text/table.ts";
import { canonicalUrl } from "../lib/domain/web/url/canonical-url.ts";
import { projectSchema } from "../lib/project/project-schema.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "links a second canonicalised and judged by the scope",
  takes: "some seconds",
};

const LINKS = 4_096;
/** Rounds of a series if the command line does not say how many. */
const ROUNDS = 100;
const SERIES = 7;

/** Paths of a forum, a blog, plain pages and a calendar. */
const PATHS: readonly ((n: number) => string)[] = [
  (n) => `/forum/viewtopic.php?f=2&t=${n}`,
  (n) => `/2008/05/12/some-post-${n}/`,
  (n) => `/a/b/c/page${n}.html#top`,
  (n) => `/calendar?month=5&year=${2000 + (n % 26)}`,
];

/** `npm run bench -- scope [ROUNDS]`: the median of a few series after a warm-up. */
export default async function bench([rounds = String(ROUNDS)]: readonly string[]): Promise<void> {
  const texts = Array.from(
    { length: LINKS },
    (_, n) => `https://s${n % 7}.example.org${PATHS[n % PATHS.length]?.(n)}`,
  );
  const links = texts.flatMap((text) => {
    const parsed = canonicalUrl(text);
    return parsed.ok ? [{ ...parsed, depth: 3 }] : [];
  });
  const { scope } = projectSchema.parse({
    name: "bench",
    scope: {
      hosts: "seed-domains",
      denyHosts: ["ads.example", "x.test"],
      denyPatterns: ["/login*", "*/print/*", "*action=edit*"],
    },
  });
  const judge = compileScope(scope, { seeds: links.slice(0, 1).map(({ url }) => url), year: 2026 });
  const rows = [
    rowOf("canonicalUrl", Number(rounds), () =>
      texts.reduce((sum, text) => sum + (canonicalUrl(text).ok ? 1 : 0), 0),
    ),
    rowOf("scope", Number(rounds), () =>
      links.reduce((sum, link) => sum + judge(link).quotas.length, 0),
    ),
  ];
  const columns = [{ title: "of a link", align: "left" } as const, figures("links/s")];
  printTable(`links a second, medians of ${SERIES} series`, columns, rows);
}

function rowOf(name: string, rounds: number, round: () => number): string[] {
  let sink = round();
  const rates = Array.from({ length: SERIES }, () => {
    const started = performance.now();
    for (let count = 0; count < rounds; count++) sink += round();
    return (LINKS * rounds * 1000) / (performance.now() - started);
  }).toSorted((a, b) => a - b);
  const median = rates[Math.floor(SERIES / 2)] ?? 0;
  if (Number.isNaN(sink)) throw new Error("nothing was counted");
  return [name, Math.round(median).toLocaleString("en")];
}

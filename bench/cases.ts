/**
 * How many of the situations of strangers' bug reports end as browsers, curl or the RFC have it: untidy answers,
 * redirects, robots.txt files, links, walls, sitemaps and feeds, each played by a server on loopback.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { figures } from "../lib/domain/text/table.ts";
import { type CaseFile, crawlCases } from "./cases/crawl-cases.ts";
import { expectationOf, kindOf, missedOf, REASONS } from "./cases/expected.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "share of the cases of strangers' bug reports that end as they should, by kind",
  takes: "6 minutes",
};

const ROOT = join(import.meta.dirname, "..");
const CASES = join(ROOT, "../shared/cases");

const FILES: readonly CaseFile[] = [
  { name: "http" },
  { name: "links" },
  { name: "misc" },
  { name: "walls" },
  { name: "sessions" },
  { name: "sitemaps", sitemaps: true, scope: { denyPatterns: ["/big/*"] } },
  { name: "feeds", scope: { feeds: true } },
];

/** Kinds by how the names of their cases begin. */
const KINDS: Readonly<Record<string, string>> = {
  h: "heads and framing",
  b: "bodies that end early or late",
  z: "content codings",
  t: "content types",
  e: "encodings",
  r: "redirects",
  rb: "robots.txt",
  l: "links",
  m: "markup, titles, answers",
  w: "walls, and pages like them",
  ss: "sessions in URLs",
  sm: "sitemaps",
  fd: "feeds",
};

interface Verdict {
  readonly key: string;
  /** What it lacks of its expectation; empty when it is as expected. */
  readonly missed: readonly string[];
  readonly end: string;
}

/**
 * `npm run bench -- cases [only=FILE] [checkout=FOLDER]`: one file of cases, or another checkout of Dowser with its packages,
 * such as an older one.
 */
export default async function cases(args: string[]): Promise<void> {
  if (!existsSync(CASES)) {
    console.log("skipped: no cases in ../shared/cases");
    return;
  }
  const given = (name: string) =>
    args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
  const only = given("only");
  const verdicts: Verdict[] = [];
  for (const file of FILES.filter(({ name }) => only === undefined || name === only)) {
    const outcomes = await crawlCases(CASES, file, given("checkout") ?? ROOT);
    for (const [key, outcome] of outcomes) {
      const expectation = expectationOf(key);
      if (expectation === undefined) continue;
      verdicts.push({ key, missed: missedOf(expectation, outcome), end: outcome.end });
    }
  }
  print(verdicts);
}

function print(verdicts: readonly Verdict[]): void {
  const byKind = Map.groupBy(verdicts, ({ key }) => KINDS[kindOf(key)] ?? "sitemaps");
  const rows = [...byKind, ["all", verdicts] as const].map(([kind, own]) => {
    const right = own.filter(({ missed }) => missed.length === 0).length;
    return [kind, String(own.length), String(right), (right / own.length).toFixed(3)];
  });
  printTable(
    "cases as expected",
    [{ title: "kind", align: "left" }, ...["cases", "as expected", "share"].map(figures)],
    rows,
  );
  const others = verdicts.filter(({ missed }) => missed.length > 0);
  if (others.length === 0) return;
  printTable(
    "exceptions",
    ["case", "expected", "ended", "why"].map((title) => ({ title, align: "left" })),
    others.map(({ key, missed, end }) => [key, missed.join(" "), end, REASONS[key] ?? ""]),
  );
}

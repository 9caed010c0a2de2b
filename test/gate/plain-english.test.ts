import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { parseSync } from "@swc/core";

const ROOT = join(import.meta.dirname, "../..");

/** Words that no printed text uses, and what the field calls it. */
const AVOIDED: readonly (readonly [RegExp, string])[] = [
  [/\bmend(?:s|ed|ing)?\b/i, "hint, fix, correct"],
  [/\brests? between\b|\bstack rest/i, "crawl delay, delay between requests, pause"],
  [/\b(?:came|come|comes) to (?:be|its end|before)\b|\bcame to,/i, "actual, complete"],
  [/\bURLs? (?:(?:was|were|is|are|counts as) )?met\b/i, "discovered"],
  [/\bsettl(?:ed|es|ing)\b/i, "processed, completed"],
  [/\banew\b|\bafresh\b/i, "again, re-scored"],
  [/\bleaves out \d|\bbehind the first\b/i, "not shown"],
  [/\bwant of\b/i, "evicted: frontier full"],
  [/\blikeness/i, "similarity"],
  [/\bway to it\b|\bpath to it\b/i, "crawl path"],
  [/\bown (?:judge?ment|harvest|targets?)\b/i, "predicted"],
  [/\bby truth\b/i, "by ground truth"],
  [/\btemporal precision\b/i, "windowed precision"],
  [/\bof highest score\b/i, "top-scoring"],
  [/\bagainst the most\b/i, "share of the largest"],
  [/\bbills?\b/i, "cost"],
  [/\bat work takes\b/i, "a running crawl picks it up"],
  [/\bfound the same\b/i, "overlap"],
  [/\blabels? that stands?\b|\bas it stands\b|\bstands (?:for|in|on|again|under|beside)\b/i, "is"],
  [/^\s*titled\b/im, "title:"],
  [/\bno word of the need\b/i, "no query term on the page"],
  [/\b(?:heavy|light) model\b/i, "page classifier, link predictor"],
  [/\bof all chance\b|\ball chance is\b/i, "random seed"],
  [/\bpages each may fetch\b/i, "page budget per strategy"],
  [/\b(?:is|was) worth 1,?000,?000\b/i, "seed, always first"],
  [/: not [a-z]+: /i, "lowered by"],
  [/\bsearches for seeds\b/i, "seed queries"],
  [/^looked for$/i, "topic"],
  [/\bshel(?:f|ves)\b/i, "cache"],
  [/\btoss(?:es|ed)?\b/i, "random tie-break"],
  [/\bconclude[sd]?\b/i, "complete"],
  [/\bknowing crawl\b/i, "oracle"],
  [/\bcontestants?\b|\bquest\b/i, "strategy, task"],
  [/\bwanted (?:pages?|files?)\b/i, "relevant page"],
  [/\bwas come by\b/i, "was reached"],
  [/\b1 (?:hosts|pages|sites|labels)\b/i, "one of them, in the singular"],
  [/\bneed says nothing\b/i, "no topic yet"],
  [/\b(?:good ones?|good pages?), as predicted\b|\bas predicted;/i, "predicted relevant"],
  [/\bin \d+ of 100 cases \d/i, "95 % interval"],
  [/\bas with the last\b/i, "if the trend holds"],
  [/\bown opinion\b/i, "predicted"],
  [/\byou and it differ\b/i, "disagreements"],
  [/\bteach(?:es)? it most\b/i, "most informative"],
  [/\blook,? and take away\b|\blook, take away\b|^take away$/im, "export"],
  [/\bcrawl on(?: with|:|\.|$)/im, "continue"],
  [/\baddresses without a page\b/i, "not fetched"],
  [/\bno public address\b/i, "private address"],
  [/\bpassably\b/i, "moderately well"],
  [/\bto be had again\b/i, "cannot be rebuilt"],
  [/\bstatement is dear\b/i, "expensive"],
  [/\bto state the recall\b/i, "recall target reached"],
  [/\blies there is not known\b|\bfigures are worth less\b/i, "unknown"],
  [/\bin the mean of the crawl\b/i, "on average"],
  [/\bno host was asked(?! again)/i, "no requests were sent"],
  [/\bare left among\b/i, "of how many queued URLs"],
  [/\bpages of (?:\d+ | )strata\b/i, "groups"],
  [/\bit is read once\b/i, "what follows from it, or nothing"],
  [/\bnothing rude\b/i, "polite"],
  [/\bmindful\b/i, "what it does"],
  [/\bNaN\b/, "what the user wrote"],
  [/\bE(?:NOENT|ISDIR|EXIST|ACCES|NOSPC|CONNREFUSED)\b/, "the system's words"],
];

/** Words for what is called relevant, in all that users read: page, commands, report and guides. */
const RELEVANT: typeof AVOIDED = [
  [/\b(?:target|good|bad|wanted) pages?\b|\bgood ones?\b/i, "relevant, irrelevant pages"],
  [/\b(?:no|a|predicted|known) targets?\b|\bcall(?:s|ed) targets\b/i, "relevant"],
  [/\btarget (?:pages?|recall|type)\b/i, "relevant pages, recall"],
  [/(?:^|\s|`)--targets\b/, "--relevant"],
  [
    /\bgood (?:and|or|nor|from) bad\b|\bgood \(or bad\)|\bgood and \S+ bad\b/i,
    "relevant or irrelevant",
  ],
  [/\bURL good\b|\bURL bad\b|--as (?:good|bad)\b/, "relevant or irrelevant"],
];

/** Lists that hold words of other people's texts: stop words and irregular plurals. */
const WORD_LISTS = /\/(?:phrase-stop-words|term-vocabulary|[a-z-]*words|default-keywords)\.ts$/;

describe("plain English", () => {
  it("No message, help or report has a home-made word where the field has one", () => {
    const files = globSync("{lib,peers,functions,infra,web}/**/*.{ts,tsx}", { cwd: ROOT })
      .filter((file) => !WORD_LISTS.test(file))
      .toSorted();
    assert.ok(files.length > 300, "the source was not found");
    const faults = files.flatMap((file) => {
      const source = readFileSync(join(ROOT, file), "utf8");
      return printedTexts(source, file.endsWith(".tsx")).flatMap((text) =>
        faultsOf(text, file, [...AVOIDED, ...RELEVANT]),
      );
    });
    assert.deepEqual(faults, []);
  });

  it("No guide, example or schema has a home-made word where the field has one", () => {
    const files = globSync(
      [
        ...["README.md", "docs/**/*.md", "docs/*.json", "examples/*", "demo/**/*.md"],
        // Meanings that users read.
        "lib/**/*-meanings.json",
      ],
      // The site is built meanwhile, from copies of these.
      { cwd: ROOT, exclude: ["docs/site"] },
    );
    assert.ok(files.length > 50, "the guides were not found");
    const faults = files.flatMap((file) =>
      readFileSync(join(ROOT, file), "utf8")
        .split("\n")
        .flatMap((line, at) => faultsOf(line, `${file}:${at + 1}`, wordsOf(file))),
    );
    assert.deepEqual(faults, []);
  });

  it("A home-made word in a message is found, in a name of the code it is not", () => {
    const source = 'import "./settled.ts";\nexport const settled = `mend: ${String(1)} of it`;\n';
    assert.deepEqual(
      printedTexts(source).flatMap((text) => faultsOf(text, "a file")),
      ['a file: "mend:  of it" has "mend"; write: hint, fix, correct'],
    );
  });
});

/** Decisions and results also tell of papers and their targets. */
function wordsOf(file: string): typeof AVOIDED {
  return /^docs\/(?:decisions|results)\//.test(file) ? AVOIDED : [...AVOIDED, ...RELEVANT];
}

function faultsOf(text: string, where: string, words = AVOIDED): string[] {
  return words.flatMap(([pattern, instead]) => {
    const found = pattern.exec(text)?.[0];
    if (found === undefined) return [];
    return [`${where}: ${JSON.stringify(text.trim())} has "${found}"; write: ${instead}`];
  });
}

/** Returns the texts in a module: its string literals and templates, without what it imports. */
function printedTexts(source: string, tsx = false): string[] {
  const texts: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("type" in node) {
      if (node.type === "ImportDeclaration") return;
      if (node.type === "JSXText" && "value" in node) texts.push(String(node.value));
      if (node.type === "StringLiteral" && "value" in node) texts.push(String(node.value));
      if (node.type === "TemplateLiteral" && "quasis" in node)
        texts.push(templateText(node.quasis));
    }
    for (const child of Object.values(node)) walk(child);
  };
  walk(parseSync(source, { syntax: "typescript", tsx }).body);
  // A text without a space is a name of the code.
  return texts.filter((text) => /\s/.test(text) && !/^(?:SELECT|INSERT|UPDATE)/.test(text.trim()));
}

function templateText(quasis: unknown): string {
  if (!Array.isArray(quasis)) return "";
  return quasis.map((part: { readonly cooked?: string }) => part.cooked ?? "").join("");
}

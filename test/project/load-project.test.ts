import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import * as fc from "fast-check";
import { DowserError } from "../../lib/errors.ts";
import { loadProject, parseProject } from "../../lib/project/load-project.ts";
import { MAX_PROJECT_LENGTH } from "../../lib/project/parse-yaml.ts";
import { anyCharacter } from "../support/any-text.ts";
import { processorMs } from "../support/processor-ms.ts";

/** The lines of the error that a text is refused with. */
async function problems(text: string): Promise<string[]> {
  const error = await refusalOf(text);
  assert.ok(error instanceof DowserError, `no refusal but ${String(error)}`);
  assert.equal(error.code, "bad-project");
  assert.equal(error.reaction, "fix-config");
  return error.message.split("\n");
}

async function refusalOf(text: string): Promise<unknown> {
  try {
    return await parseProject(text, "p.yaml");
  } catch (error) {
    return error;
  }
}

describe("parseProject", () => {
  it("`parseProject` needs a name only, and fills in every other key", async () => {
    const project = await parseProject("name: oak-trees", "p.yaml");
    assert.equal(project.name, "oak-trees");
    assert.deepEqual(project.strategy, { name: "breadth-first" });
    assert.equal(project.budget.pages, 1_000);
    assert.equal(project.politeness.minDelayMs, 1_000);
    assert.equal(project.scope.traps.hostsPerDomain, 500);
    assert.equal(project.budget.hours, undefined);
  });

  it("`parseProject` keeps strategies that learn one site on the hosts of the seeds", async () => {
    const hostsOf = async (text: string) => (await parseProject(text, "p.yaml")).scope.hosts;
    assert.equal(await hostsOf("name: a"), "any");
    assert.equal(await hostsOf("{ name: a, strategy: best-first }"), "any");
    assert.equal(await hostsOf("{ name: a, strategy: source }"), "seeds");
    assert.equal(await hostsOf("{ name: a, strategy: published-source }"), "seeds");
    assert.equal(await hostsOf("{ name: a, strategy: { name: tpm } }"), "seeds");
    assert.equal(await hostsOf("{ name: a, need: { examplePage: t.html } }"), "seeds");
    assert.equal(await hostsOf("{ name: a, strategy: source, scope: { hosts: any } }"), "any");
  });

  it("`parseProject` gives each project its own lists", async () => {
    (await parseProject("name: a", "p.yaml")).seeds.urls.push("https://example.org/");
    (await parseProject("name: a", "p.yaml")).scope.skipExtensions.push("html");
    assert.deepEqual((await parseProject("name: b", "p.yaml")).seeds.urls, []);
    assert.ok(!(await parseProject("name: b", "p.yaml")).scope.skipExtensions.includes("html"));
  });

  it("`parseProject` reads quantities into the unit of their key", async () => {
    const { budget, politeness } = await parseProject(
      `name: a
budget: { hours: 90min, bytes: 2 GB, bytesPerPage: 512KiB }
politeness: { minDelayMs: 1.5s, timeoutMs: 20000, maxCrawlDelayMs: 1min }`,
      "p.yaml",
    );
    assert.equal(budget.hours, 1.5);
    assert.equal(budget.bytes, 2e9);
    assert.equal(budget.bytesPerPage, 524_288);
    assert.equal(politeness.minDelayMs, 1_500);
    assert.equal(politeness.timeoutMs, 20_000);
    assert.equal(politeness.maxCrawlDelayMs, 60_000);
  });

  it("`parseProject` reads a strategy by name, or with its options", async () => {
    assert.deepEqual((await parseProject("name: a\nstrategy: random", "p")).strategy, {
      name: "random",
    });
    const long = await parseProject("name: a\nstrategy: { name: random }", "p");
    assert.deepEqual(long.strategy, { name: "random" });
  });

  it("`parseProject` writes hosts, extensions and parameters as URLs have them", async () => {
    const { scope } = await parseProject(
      `name: a
scope:
  denyHosts: [EXAMPLE.org., Bücher.example, "[::1]:8080"]
  skipExtensions: [.PDF]
  dropParameters: [UTM_*]`,
      "p.yaml",
    );
    assert.deepEqual(scope.denyHosts, ["example.org", "xn--bcher-kva.example", "[::1]:8080"]);
    assert.deepEqual(scope.skipExtensions, ["pdf"]);
    assert.deepEqual(scope.dropParameters, ["utm_*"]);
  });

  it("`parseProject` lists all problems by line", async () => {
    const text = `name: Oak Trees
need: { topic: oaks, threshold: 3 }
budgt: { pages: 3 }
seeds:
  urls: [https://example.org, "ftp://example.org", 7]
strategy: { name: best-frist }
scope:
  maxdepth: 3
politeness:
  contact: nobody
`;
    assert.deepEqual(await problems(text), [
      'p.yaml:1:7 name: expected 1 to 40 of a-z, 0-9 and - inside, found "Oak Trees"',
      "p.yaml:2:33 need.threshold: expected at most 1, found 3",
      "p.yaml:3:1 budgt: unknown key; did you mean `budget`?",
      'p.yaml:5:31 seeds.urls[1]: expected an http or https URL without user name and password, found "ftp://example.org"',
      "p.yaml:5:52 seeds.urls[2]: expected text, found 7",
      'p.yaml:6:19 strategy.name: "best-frist" must be one of breadth-first, depth-first, random, best-first, auto, adaptive, link-distance, lokman, commd, opic, opic-commd, source, fish-search, shark-search, pagerank, hits, link-learner, naive, context-graph, tpm, irobot, sleeping-bandit, url-bandit, host-bandit, parent-value, published-adaptive, published-source, published-link-distance; did you mean `best-first`?',
      "p.yaml:8:3 scope.maxdepth: unknown key; did you mean `maxDepth`?",
      'p.yaml:10:12 politeness.contact: expected an e-mail address or an http(s) URL, found "nobody"',
    ]);
  });

  for (const [what, text, expected] of [
    ["an empty file", "", ["p.yaml:1:1 has no value; give a mapping or remove the key"]],
    ["a list", "- a", ['p.yaml:1:1 expected a mapping, found ["a"]']],
    ["a missing name", "seed: 1", ["p.yaml:1:1 name: is missing; expected text"]],
    [
      "a key without a value",
      "name: a\nseeds:\n",
      ["p.yaml:2:7 seeds: has no value; give a mapping or remove the key"],
    ],
    [
      "a key of another section",
      "name: a\npages: 3",
      ["p.yaml:2:1 pages: unknown key; did you mean `budget.pages`?"],
    ],
    [
      "a key like no other",
      "name: a\nseeds: { sitemaps: true, zzzzzzzzzz: 1 }",
      ["p.yaml:2:26 seeds.zzzzzzzzzz: unknown key; allowed keys: urls, file, queries, sitemaps"],
    ],
    [
      "an option of no strategy",
      "name: a\nstrategy: { name: random, depth: 1 }",
      ["p.yaml:2:27 strategy.depth: unknown key; allowed keys: name"],
    ],
    [
      "a strategy of a wrong type",
      "name: a\nstrategy: 5",
      ["p.yaml:2:11 strategy: expected a name or a mapping, found 5"],
    ],
    [
      "a strategy without a name",
      "name: a\nstrategy: {}",
      [
        "p.yaml:2:11 strategy.name: is missing; expected one of breadth-first, depth-first, random, best-first",
      ],
    ],
    [
      "a strategy misspelt",
      "name: a\nstrategy: best-fist",
      [
        'p.yaml:2:11 strategy: "best-fist" must be one of breadth-first, depth-first, random, best-first, auto, adaptive, link-distance, lokman, commd, opic, opic-commd, source, fish-search, shark-search, pagerank, hits, link-learner, naive, context-graph, tpm, irobot, sleeping-bandit, url-bandit, host-bandit, parent-value, published-adaptive, published-source, published-link-distance; did you mean `best-first`?',
      ],
    ],
    [
      "a quantity of a wrong type",
      "name: a\nbudget: { bytesPerPage: [1] }",
      ["p.yaml:2:25 budget.bytesPerPage: expected a number or text, found [1]"],
    ],
    [
      "a number that is not whole",
      "name: a\nbudget: { pages: 1.5 }",
      ["p.yaml:2:18 budget.pages: expected a whole number, found 1.5"],
    ],
    [
      "a number that is none",
      "name: a\nbudget: { pages: .inf }",
      ["p.yaml:2:18 budget.pages: expected a number, found Infinity"],
    ],
    [
      "text where a number belongs",
      'name: a\nbudget: { pages: "many" }',
      ['p.yaml:2:18 budget.pages: expected a number, found "many"'],
    ],
    [
      "a number out of range",
      "name: a\nbudget: { pages: 0 }",
      ["p.yaml:2:18 budget.pages: expected at least 1, found 0"],
    ],
    [
      "an empty list where one entry is needed",
      "name: a\nscope: { mediaTypes: [] }",
      ["p.yaml:2:22 scope.mediaTypes: expected at least 1 entries, found []"],
    ],
    ["a prototype key", "name: a\n__proto__: { pages: 3 }", ["p.yaml:2:1 __proto__: unknown key"]],
    ["a key that stands twice", "name: a\nname: b", ["p.yaml:2:1 name: is repeated here"]],
    ["an unknown tag", "name: !!js/function x", ["p.yaml:1:7 Unresolved tag"]],
    ["an alias of nothing", "name: *nothing", ["p.yaml:1:1 Unresolved alias"]],
    [
      "a second document",
      "name: a\n---\nname: b",
      ["p.yaml:2:1 Source contains multiple documents"],
    ],
    ["broken YAML", 'name: "a', ['p.yaml:1:9 Missing closing "quote']],
    [
      "a key that is a list",
      "? [a]\n: 1",
      ["p.yaml:1:3 With stringKeys, all keys must be strings"],
    ],
  ] as const) {
    it(`\`parseProject\` names the place of ${what}`, async () => {
      const found = await problems(text);
      assert.equal(found.length, expected.length, found.join("\n"));
      for (const [index, start] of expected.entries()) {
        assert.ok(found[index]?.startsWith(start), `${found[index]}\n is not\n${start}`);
      }
    });
  }

  for (const [what, pattern] of [
    ["a bare word", "login"],
    ["a regular expression", "^/login$"],
    ["a host", "example.org/*"],
  ] as const) {
    it(`\`parseProject\` refuses ${what} as a pattern`, async () => {
      const [problem] = await problems(
        `name: a\nscope: { denyPatterns: [${JSON.stringify(pattern)}] }`,
      );
      assert.match(problem ?? "", /scope\.denyPatterns\[0\]: expected a pattern that begins with/);
    });
  }

  for (const host of ["https://example.org", "example.org/x", "*.example.org", "a b", "..", ""]) {
    it(`\`parseProject\` refuses ${JSON.stringify(host)} as a host`, async () => {
      const [problem] = await problems(`name: a\nscope: { allowHosts: [${JSON.stringify(host)}] }`);
      assert.match(problem ?? "", /scope\.allowHosts\[0\]: .*host name/);
    });
  }
});

describe("parseProject on hostile text", () => {
  const bomb = ["a: &a0 [x]"]
    .concat(Array.from({ length: 9 }, (_, n) => `b${n}: &a${n + 1} [${`*a${n},`.repeat(9)}]`))
    .join("\n");

  for (const [what, text, expected] of [
    ["a text over the limit", "#".repeat(MAX_PROJECT_LENGTH + 1), /^p\.yaml:1:1 has 1000001 char/],
    ["aliases that multiply", bomb, /alias count|too many/i],
    ["twenty thousand brackets", "[".repeat(20_000), /^p\.yaml:1:\d+ is nested too deeply$/],
    [
      "twenty thousand unknown keys",
      Array.from({ length: 20_000 }, (_, n) => `k${n}: 1`).join("\n"),
      /^p\.yaml:1:1 name: is missing/,
    ],
    [
      "twenty thousand wrong entries",
      `name: a\nseeds: { urls: [${"1,".repeat(20_000)}] }`,
      /seeds\.urls\[0\]: expected text, found 1/,
    ],
  ] as const) {
    it(`\`parseProject\` refuses ${what} in time`, async () => {
      const started = processorMs();
      const found = await problems(text);
      assert.match(found[0] ?? "", expected);
      assert.ok(found.length <= 51, `${found.length} lines`);
      assert.ok(processorMs() - started < 3_000);
    });
  }

  for (const opening of ["[", "{", "- ", "? "]) {
    it(`\`parseProject\` reports one fault of a text with endless "${opening}"`, async () => {
      const found = await problems(`${opening.repeat(30_000)}x`);
      assert.equal(found.length, 1);
      assert.match(found[0] ?? "", /^p\.yaml:\d+:\d+ (?:is nested too deeply|.{1,100})$/);
    });
  }

  it("`parseProject` throws only the error bad-project", async () => {
    const words = fc.constantFrom(
      ..."name seeds urls strategy scope budget pages [ ] { } , &a *a !! | > \" ' # 1 5MB --- null .nan << __proto__ %YAML".split(
        " ",
      ),
      ": ",
      ":\n  ",
      "\n",
      "- ",
      "? ",
      "\t",
      "é",
      "\u0000",
      "\uD800",
    );
    const texts = fc.oneof(
      fc.array(words, { maxLength: 25 }).map((parts) => parts.join("")),
      fc.string({ unit: anyCharacter }),
      fc.json(),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        try {
          await parseProject(text, "p.yaml");
        } catch (error) {
          assert.ok(error instanceof DowserError, String(error));
          assert.equal(error.code, "bad-project");
          assert.match(error.message, /^p\.yaml:\d+:\d+ /);
        }
      }),
      { seed: 1, numRuns: 400 },
    );
  });

  it("`parseProject` accepts every allowed value of a key, and nothing else, without a surprise", async () => {
    const sections = fc.dictionary(
      fc.constantFrom("name", "need", "seeds", "strategy", "scope", "budget", "extract", "seed"),
      fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom("random", "a", 1, 0.5)),
    );
    await fc.assert(
      fc.asyncProperty(sections, async (value) => {
        try {
          await parseProject(JSON.stringify(value), "p.yaml");
        } catch (error) {
          assert.ok(error instanceof DowserError, String(error));
        }
      }),
      { seed: 2, numRuns: 300 },
    );
  });
});

describe("loadProject", () => {
  let directory = "";
  before(() => {
    directory = mkdtempSync(path.join(tmpdir(), "dowser-project-"));
  });
  after(() => {
    rmSync(directory, { recursive: true });
  });

  const write = (text: string) => {
    const file = path.join(directory, "project.yaml");
    writeFileSync(file, text);
    return file;
  };

  it("`loadProject` makes the files it names absolute, and leaves URLs unchanged", async () => {
    const { need } = await loadProject(
      write(`name: a
need:
  good: [pages/*.html, https://example.org/good]
  bad: [/elsewhere/bad.html]
  examplePage: example.html
  paths: paths.txt
`),
    );
    assert.deepEqual(need.good, [path.join(directory, "pages/*.html"), "https://example.org/good"]);
    assert.deepEqual(need.bad, [path.resolve("/elsewhere/bad.html")]);
    assert.equal(need.examplePage, path.join(directory, "example.html"));
    assert.equal(need.paths, path.join(directory, "paths.txt"));
  });

  it("`loadProject` makes a strategy's model path absolute", async () => {
    const { strategy } = await loadProject(
      write("name: a\nstrategy: { name: link-distance, model: courses.model }"),
    );
    assert.ok(strategy.name === "link-distance");
    assert.equal(strategy.model, path.join(directory, "courses.model"));
  });

  it("`loadProject` refuses a model together with click paths, since both would be learned from", async () => {
    const text = "name: a\nneed: { paths: p }\nstrategy: { name: link-distance, model: m }";
    await assert.rejects(async () => loadProject(write(text)), {
      code: "bad-project",
      message: /:3:41 strategy\.model: expected no need\.paths beside it: name one of them/,
    });
  });

  it("`loadProject` accepts a byte order mark and Windows line ends", async () => {
    assert.equal((await loadProject(write("\uFEFFname: a\r\nseed: 7\r\n"))).seed, 7);
  });

  it("`loadProject` names the file in its problems", async () => {
    const file = write("nam: a");
    await assert.rejects(async () => loadProject(file), {
      code: "bad-project",
      message: new RegExp(file),
    });
  });

  for (const name of ["missing.yaml", ".", "/dev/zero"]) {
    it(`\`loadProject\` reports that it cannot read ${name}`, async () => {
      await assert.rejects(async () => loadProject(path.resolve(directory, name)), {
        code: "project-unreadable",
        reaction: "fix-config",
      });
    });
  }

  it("`loadProject` does not read a file that is too large", async () => {
    const file = write(" ".repeat(3 * MAX_PROJECT_LENGTH + 1));
    await assert.rejects(async () => loadProject(file), { code: "project-unreadable" });
  });
});

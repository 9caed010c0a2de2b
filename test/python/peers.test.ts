import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { aFolder } from "../support/a-folder.ts";

const PEERS = join(import.meta.dirname, "../../bench/public/peers");
const PYTHON = process.env["TEST_PYTHON"] ?? "python3";

/** A package with the few names of Crawl4AI that the adapter uses: it yields the seed, and a page that failed. */
const STUB: Readonly<Record<string, string>> = {
  "crawl4ai/__init__.py": `
import enum
from types import SimpleNamespace

class CacheMode(enum.Enum):
    BYPASS = 1

class CrawlerRunConfig:
    def __init__(self, **given):
        assert given["stream"] and given["check_robots_txt"], given
        self.order = given["deep_crawl_strategy"]

class AsyncWebCrawler:
    def __init__(self, **_):
        pass
    async def __aenter__(self):
        return self
    async def __aexit__(self, *_):
        return None
    async def arun(self, url, config):
        async def pages():
            yield SimpleNamespace(success=True, url=url, redirected_url=None)
            yield SimpleNamespace(success=False, url=url + "failed")
            yield SimpleNamespace(success=True, url=url, redirected_url=url + config.order.told)
        return pages()
`,
  "crawl4ai/async_crawler_strategy.py": "class AsyncHTTPCrawlerStrategy:\n    pass\n",
  "crawl4ai/deep_crawling/__init__.py": `
class BFSDeepCrawlStrategy:
    def __init__(self, max_depth, include_external, max_pages):
        self.told = f"bfs-{max_pages}"

class BestFirstCrawlingStrategy:
    def __init__(self, max_depth, include_external, max_pages, url_scorer):
        self.told = f"best-{max_pages}-{'-'.join(url_scorer.keywords)}"
`,
  "crawl4ai/deep_crawling/scorers.py": `
class KeywordRelevanceScorer:
    def __init__(self, keywords, weight):
        self.keywords = keywords
`,
};

describe("the adapters of the public benchmark to crawlers in Python", () => {
  it("That of Crawl4AI gives order, budget and words on, and exports what was fetched", (test) => {
    const folder = aFolder(test);
    for (const [path, text] of Object.entries(STUB)) {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1" };
    const exported = (order: string) => {
      const words = [order, folder, "7", "http://site.example/", "bee", "hive"];
      execFileSync(PYTHON, [join(PEERS, "crawl4ai_deep.py"), ...words], { env });
      const lines = readFileSync(join(folder, "exported.jsonl"), "utf8").trim().split("\n");
      return lines.map((line) => JSON.parse(line).url);
    };
    const seed = "http://site.example/";
    assert.deepEqual(exported("best-first"), [seed, `${seed}best-7-bee-hive`]);
    assert.deepEqual(exported("breadth-first"), [seed, `${seed}bfs-7`]);
  });

  it("Each of them is a program that Python compiles", () => {
    for (const file of globSync(join(PEERS, "*.py"))) {
      const code = "import ast, sys; ast.parse(open(sys.argv[1], encoding='utf-8').read())";
      execFileSync(PYTHON, ["-c", code, file]);
    }
  });
});

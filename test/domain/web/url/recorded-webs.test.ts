import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { it } from "node:test";
import { quotasUsed } from "../../../../lib/domain/frontier/offer-rules.ts";
import { compileScope } from "../../../../lib/domain/frontier/scope.ts";
import { canonicalUrl } from "../../../../lib/domain/web/url/canonical-url.ts";
import { someRules } from "./scope-rules.ts";

const corpora = path.join(import.meta.dirname, "../../../../../shared/corpora");
const skip = existsSync(corpora) ? false : "no recorded webs beside the repository";

/** URLs of the recorded pages, from the labels that come with the recordings; a PDF is no page by default. */
function recordedUrls(): Set<string> {
  const lines = globSync("*/{*.,}{labels,types}.jsonl", { cwd: corpora }).flatMap((file) =>
    readFileSync(path.join(corpora, file), "utf8").split("\n"),
  );
  const pages = lines.filter((line) => !/"type"\s*:\s*"pdf"/.test(line));
  return new Set(pages.flatMap((line) => /"url"\s*:\s*"([^"\\]+)"/.exec(line)?.[1] ?? []));
}

it("The default scope takes every page of the recorded webs", { skip }, () => {
  const scope = compileScope(someRules(), { seeds: [], year: 2026 });
  const left: string[] = [];
  const counts = new Map<string, number>();
  const hosts = new Set<string>();
  const urls = recordedUrls();
  assert.ok(urls.size > 30_000, `only ${urls.size} URLs were found`);
  for (const text of urls) {
    const parsed = canonicalUrl(text);
    if (!parsed.ok) {
      left.push(`${text}: ${parsed.reason}`);
      continue;
    }
    const { refusedBy, quotas } = scope({ ...parsed, depth: 1 });
    if (refusedBy !== undefined) left.push(`${text}: ${refusedBy}`);
    for (const { key, limit, rule } of quotasUsed(quotas, hosts.has(parsed.host))) {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count > limit) left.push(`${text}: ${rule}`);
    }
    hosts.add(parsed.host);
  }
  assert.deepEqual(left, []);
});

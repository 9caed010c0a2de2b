import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { truthOf } from "../../demo/demo-truth.ts";
import { generateDemoWeb } from "../../demo/generate-demo-web.ts";
import { recordDemoWeb } from "../../demo/record-demo-web.ts";

describe("recordDemoWeb", () => {
  const web = generateDemoWeb(1);

  it("`recordDemoWeb` records each page of the truth once, under its URL", () => {
    const urls = Array.from(recordDemoWeb(web), (page) => page.url);
    assert.deepEqual(
      urls,
      truthOf(web).map((line) => line.url),
    );
  });

  it("`recordDemoWeb` uses reserved names unless it is given others", () => {
    const [page] = recordDemoWeb(web);
    assert.match(page?.url ?? "", /^http:\/\/forum\.demo\.example\//);
    const elsewhere = (site: string): string => `https://${site}.test`;
    for (const { url, headers, body } of recordDemoWeb(web, elsewhere)) {
      assert.match(url, /^https:\/\/[a-z-]+\.test\//);
      assert.ok(!body.includes("//forum.demo.example"));
      assert.ok(headers.every(([, value]) => !/\/\/(forum|news)\.demo\.example/.test(value)));
    }
  });
});

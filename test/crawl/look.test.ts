import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openLook } from "../../lib/crawl/look.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import { NO_FIELDS } from "../../lib/domain/page/extract-fields.ts";
import { createStrategy } from "../../lib/project/strategy-choice.ts";
import { aPlan, memoryPorts } from "../support/a-crawl.ts";
import { beesAndStones } from "../support/a-crawled-site.ts";
import { aNeed } from "../support/a-need.ts";
import { aUrl } from "../support/a-url.ts";
import { collect } from "../support/collect.ts";
import { scriptedWeb } from "../support/scripted-web.ts";

const SITE = "http://site.example";
const PAGES = 80;

async function aFinishedCrawl(parts: Parameters<typeof aPlan>[0]) {
  const strategy = await createStrategy(
    { name: "auto" },
    { seed: 1, pages: PAGES, asksQueries: false },
  );
  const need = aNeed({ topic: "bees honey" });
  const plan = aPlan({ strategy, need, seeds: [aUrl(`${SITE}/page0`)], ...parts });
  const ports = memoryPorts(scriptedWeb(Object.fromEntries(beesAndStones(SITE, PAGES))), plan);
  await runCrawl(ports, plan);
  const [read, unpacked]: [string[], string[]] = [[], []];
  const get: typeof ports.pages.get = async (url) => {
    read.push(url);
    return ports.pages.get(url);
  };
  const texts: typeof ports.pages.texts = async (url) => {
    unpacked.push(url);
    return ports.pages.texts?.(url);
  };
  const lookWith = async (pages: Parameters<typeof openLook>[0]["pages"]) => {
    read.length = unpacked.length = 0;
    const look = await openLook({ ...ports, pages }, plan);
    return { verdicts: await collect(look.verdicts(0)), read: [...read], unpacked: [...unpacked] };
  };
  return { kept: await lookWith({ ...ports.pages, get, texts }), viewed: await lookWith({ get }) };
}

describe("a look at all pages of a crawl", () => {
  it("A look reads no stored page whose texts were kept, and these and each other page once, with the same verdicts", async () => {
    const { kept, viewed } = await aFinishedCrawl({ extract: NO_FIELDS });
    assert.deepEqual([kept.verdicts.length, kept.read], [PAGES, []]);
    assert.ok(kept.unpacked.length > 0);
    assert.equal(new Set(kept.unpacked).size, kept.unpacked.length);
    assert.deepEqual([viewed.read.length, new Set(viewed.read).size], [PAGES, PAGES]);
    assert.deepEqual(viewed.verdicts, kept.verdicts);
  });

  it("A look has the same verdicts where fields make it read the pages again", async () => {
    const { verdicts } = (await aFinishedCrawl({ extract: NO_FIELDS })).kept;
    const withFields = await aFinishedCrawl({ extract: () => ({}) });
    for (const { read } of Object.values(withFields)) assert.ok(read.length > 0);
    assert.deepEqual(withFields.kept.verdicts, verdicts);
    assert.deepEqual(withFields.viewed.verdicts, verdicts);
    assert.ok(verdicts.some(({ utility, least }) => utility >= (least ?? 1)));
  });
});

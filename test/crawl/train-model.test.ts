import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import { lastModel } from "../../lib/crawl/train-model.ts";
import type { Evidence, Strategy } from "../../lib/domain/methods/strategy.ts";
import { aPlan, memoryPorts, recordsOf } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";

const SITE = "http://site.example";

/** Learns how many pages were seen; from the third on it prefers late paths to early ones. */
const learning: Strategy<number> = {
  name: "learning",
  selection: { kind: "best" },
  merge: "greater",
  train: ({ visits }) => visits.length,
  compile: (pages) => {
    const priority = (url: string) => {
      const path = Number.parseInt(url.slice(`${SITE}/`.length), 10);
      return pages < 3 ? 1 / path : path;
    };
    return {
      assessPage: () => ({ utility: 1, isTarget: true, type: "page", why: `after ${pages}` }),
      scoreLinks: (page) =>
        page.anchors.map(({ url }) => ({
          url,
          priority: priority(url),
          group: "",
          snippet: undefined,
          why: "",
        })),
      rescoreLink: ({ url }) => ({ priority: priority(url), group: "", why: "again" }),
    };
  },
  isStale: ({ pages, pagesAtTraining }) => pages - pagesAtTraining >= 3,
};

const web = () =>
  scriptedWeb({
    [`${SITE}/`]: linking(...[1, 2, 3, 4, 5, 6].map((path) => `/${path}`)),
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((path) => [`${SITE}/${path}`, ""])),
  });

const paths = (urls: readonly string[]) => urls.map((url) => url.slice(SITE.length));

describe("training", () => {
  it("Training happens when the model is stale, uses all evidence, and rescores the queued links", async () => {
    const asked = web();
    const plan = aPlan({ strategy: learning });
    const ports = memoryPorts(asked, plan);
    await runCrawl(ports, plan);
    // Three pages by the first model; the second one turns the order round.
    assert.deepEqual(paths(asked.asked), ["/", "/1", "/2", "/6", "/5", "/4", "/3"]);
    const trained = (await ports.log.list()).filter(({ kind }) => kind === "trained");
    assert.deepEqual(
      trained.map(({ detail }) => [detail["pages"], detail["rescored"]]),
      [
        [0, 0],
        [3, 4],
        [6, 1],
      ],
    );
    const models = (await recordsOf(ports)).map(({ page, linkModel }) => [page?.model, linkModel]);
    const hashes = trained.map(({ detail }) => detail["model"]);
    assert.deepEqual(models[1], [hashes[0], hashes[0]]);
    assert.deepEqual(models[3], [hashes[1], hashes[1]]);
    assert.equal(new Set(hashes).size, 3);
  });

  it("Training leaves a link to a form last, whatever the new model thinks of it", async () => {
    const pages = [1, 2, 3, 4, 5].map((path) => `/${path}`);
    const asked = scriptedWeb({
      [`${SITE}/`]: linking("/6?action=login", ...pages),
      ...Object.fromEntries(pages.map((path) => [`${SITE}${path}`, ""])),
      [`${SITE}/6?action=login`]: "",
    });
    const plan = aPlan({ strategy: learning });
    const ports = memoryPorts(asked, plan);
    await runCrawl(ports, plan);
    assert.deepEqual(paths(asked.asked), ["/", "/1", "/2", "/5", "/4", "/3", "/6?action=login"]);
    assert.deepEqual((await recordsOf(ports))[0]?.page?.formLinks, { login: 1 });
  });

  it("Training logs the model's next phase when the strategy names one", async () => {
    const strategy: Strategy<number> = {
      ...learning,
      compile: (pages) => ({
        ...learning.compile(pages),
        ...(pages < 6 ? { phase: `after ${pages}` } : {}),
      }),
    };
    const plan = aPlan({ strategy });
    const ports = memoryPorts(web(), plan);
    await runCrawl(ports, plan);
    const trained = (await ports.log.list()).filter(({ kind }) => kind === "trained");
    const phases = trained.map(({ detail }) => ("phase" in detail ? detail["phase"] : "none"));
    assert.deepEqual(phases, ["after 0", "after 3", "none"]);
  });

  it("Training logs what the model says of the labels, and nothing when it says nothing", async () => {
    const strategy: Strategy<number> = {
      ...learning,
      compile: (pages) => ({
        ...learning.compile(pages),
        labelNotes: pages < 6 ? [`apart after ${pages}`] : [],
      }),
    };
    const plan = aPlan({ strategy });
    const ports = memoryPorts(web(), plan);
    await runCrawl(ports, plan);
    const trained = (await ports.log.list()).filter(({ kind }) => kind === "trained");
    const notes = trained.map(({ detail }) => detail["labelNotes"] ?? "none");
    assert.deepEqual(notes, [["apart after 0"], ["apart after 3"], "none"]);
  });

  it("Training gets the previous model, which decides with the links' page types when to train", async () => {
    const asked: { readonly types: Record<string, number>; readonly model: number }[] = [];
    const previous: (number | undefined)[] = [];
    const strategy: Strategy<number> = {
      ...learning,
      train: (evidence, need, before) => {
        previous.push(before);
        return learning.train(evidence, need, before);
      },
      isStale: (progress, model) => {
        asked.push({ types: Object.fromEntries(progress.types), model });
        return learning.isStale(progress, model);
      },
    };
    const plan = aPlan({ strategy });
    const ports = memoryPorts(web(), plan);
    await runCrawl(ports, { ...plan, budget: { ...plan.budget, pages: 4 } });
    assert.deepEqual(previous, [undefined, 0]);
    // No model scored the seed; links that waited at a training were scored by the model that it made.
    const distinct = new Set(asked.map(({ types, model }) => `${model}: ${types["page"] ?? 0}`));
    assert.deepEqual([...distinct], ["0: 0", "0: 1", "0: 2", "3: 1"]);
    asked.length = 0;
    await runCrawl(ports, { ...plan, budget: { ...plan.budget, pages: 5 } });
    assert.deepEqual(asked[0], { types: { page: 1 }, model: 3 });
  });

  it("Training sees each page's group and structure, and each miss's group and parent", async () => {
    const links = { "/html/body/p/a": [aUrl(`${SITE}/x`), aUrl(`${SITE}/y`)] };
    const structure = { paths: { "/html/body/p/text()": 2 }, links };
    let seen: Evidence | undefined;
    const strategy: Strategy<number> = {
      ...learning,
      train: (evidence) => {
        seen = evidence;
        return evidence.visits.length;
      },
      compile: (model) => {
        const compiled = learning.compile(model);
        return {
          assessPage: (page, context) => ({ ...compiled.assessPage(page, context), structure }),
          scoreLinks: (page, assessment, context) =>
            compiled
              .scoreLinks(page, assessment, context)
              .map((link) => ({ ...link, group: `of ${link.url.at(-1)}` })),
        };
      },
    };
    const plan = aPlan({ strategy });
    const script = {
      [`${SITE}/`]: linking("/1", "/2", "/3", "/4"),
      [`${SITE}/2`]: "",
      [`${SITE}/3`]: "",
    };
    await runCrawl(memoryPorts(scriptedWeb(script), plan), plan);
    assert.deepEqual(
      seen?.visits.map((visit) => [visit.group, visit.structure]),
      [
        ["", structure],
        ["of 2", structure],
        ["of 3", structure],
      ],
    );
    assert.deepEqual(
      seen?.misses.map(({ group, parent }) => [group, parent]),
      [["of 1", `${SITE}/`]],
    );
  });

  it("Training sees the links of each page when the strategy keeps them, and none when it does not", async () => {
    const outlinks: (readonly string[])[] = [];
    const strategy: Strategy<number> = {
      ...learning,
      train: ({ visits }) => {
        outlinks.length = 0;
        for (const visit of visits) outlinks.push(paths(visit.outlinks));
        return visits.length;
      },
    };
    for (const [kept, seen] of [
      [{ keepsOutlinks: true }, ["/1", "/2", "/3", "/4", "/5", "/6"]],
      [{}, []],
    ] as const) {
      const plan = aPlan({ strategy: { ...strategy, ...kept } });
      await runCrawl(memoryPorts(web(), plan), plan);
      assert.deepEqual(outlinks.slice(0, 2), [seen, []]);
    }
  });

  it("Training scores each link once, even when a crash made it run again", async () => {
    const strategy: Strategy<number> = {
      ...learning,
      compile: (pages) => {
        const compiled = learning.compile(pages);
        return {
          ...compiled,
          rescoreLink: (link) => {
            const score = compiled.rescoreLink?.(link);
            return score && { ...score, group: `${link.group}+` };
          },
        };
      },
    };
    const plan = aPlan({ strategy });
    const ports = memoryPorts(web(), plan);
    const { log } = ports;
    const append: typeof log.append = async (event) => {
      if (event.detail["pages"] === 3) throw new Error("no space left");
      return log.append(event);
    };
    await assert.rejects(runCrawl({ ...ports, log: { ...log, append } }, plan), /no space left/);
    await runCrawl(ports, plan);
    const groups = (await recordsOf(ports)).map(({ url, group }) => `${url.at(-1)}${group}`);
    assert.deepEqual(groups, ["/", "1", "2", "6+", "5+", "4+", "3++"]);
  });

  it("Training is not repeated by a resumed crawl, whose last model still decides", async () => {
    const plan = aPlan({ strategy: learning });
    const asked = web();
    const ports = memoryPorts(asked, plan);
    await runCrawl(ports, { ...plan, budget: { ...plan.budget, pages: 4 } });
    const before = await lastModel(ports, plan);
    assert.equal(before?.pages, 3);
    await runCrawl(ports, { ...plan, budget: { ...plan.budget, pages: 5 } });
    assert.deepEqual(paths(asked.asked), ["/", "/1", "/2", "/6", "/5"]);
    assert.equal((await lastModel(ports, plan))?.hash, before?.hash);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { auto } from "../../../../lib/domain/methods/auto/auto.ts";
import {
  kindNumber,
  newKindGroup,
  newKindOf,
} from "../../../../lib/domain/methods/auto/new-kinds.ts";
import { layerGroup } from "../../../../lib/domain/methods/auto/specialist.ts";
import { NO_NEED } from "../../../../lib/domain/methods/label-need.ts";
import type { Need } from "../../../../lib/domain/methods/strategy.ts";
import type { Anchor } from "../../../../lib/domain/page/page-view.ts";
import { aLease } from "../../../support/a-lease.ts";
import { anAnchor, aPage } from "../../../support/a-page.ts";
import { aUrl } from "../../../support/a-url.ts";
import { aMiss, aVisit } from "../../../support/some-evidence.ts";

const NEED = { ...NO_NEED, topic: "bees" };
const PLACE = "ul/li/a";
const snippet = {
  ...{ anchor: "hive", before: "", after: "", title: "", inherited: 0 },
  place: PLACE,
};
const PARENT = aUrl("http://site.example/");
const OTHERS = "new kind 1 3 ";

/** What has followed one link to a hive, and found no bees. */
async function afterOneHive(need: Need = NEED) {
  const strategy = await auto.create(auto.options.parse({}), { seed: 1, pages: 100 });
  const visit = aVisit("a", "", {
    url: aUrl("http://site.example/hives/1"),
    parent: PARENT,
    snippet,
  });
  const model = strategy.train({ visits: [visit], misses: [] }, need, undefined);
  return { strategy, ...strategy.compile(model) };
}

describe("auto", () => {
  it("A link stands for its kind until one of the kind was followed, then it is an ordinary one", async () => {
    const { strategy, ...compiled } = await afterOneHive();
    const groupAgain = (path: string) => {
      const link = { ...aLease(`site.example/${path}`).link, parent: PARENT, snippet };
      const kind = kindNumber(link.url, PLACE);
      const group = newKindGroup({ kind, isFolder: false }, 8, "");
      const packed = strategy.packLink?.(link) ?? new Uint8Array();
      const again = compiled.rescoreLink?.({ ...link, group });
      assert.deepEqual(compiled.rescorePacked?.(packed, 0, true, group, link.depth), again);
      return again?.group;
    };
    assert.equal(newKindOf(groupAgain("wild/hives/2") ?? "")?.size, 3);
    assert.equal(groupAgain("hives/2"), "");
  });

  it("A link waits in the layer of its shortest path, though a deeper page with the same menu ranked it higher", async () => {
    const { strategy, ...compiled } = await afterOneHive();
    const link = { ...aLease("site.example/hives/2").link, parent: PARENT, snippet, depth: 1 };
    const packed = strategy.packLink?.(link) ?? new Uint8Array();
    const [deeper, own] = [layerGroup(4), layerGroup(1)];
    assert.equal(compiled.rescoreLink?.({ ...link, group: deeper })?.group, own);
    assert.equal(compiled.rescorePacked?.(packed, 0, true, deeper, 1).group, own);
  });

  it("New kinds come first when a look is due, by their links, and as others when none is", async () => {
    const { groups } = await afterOneHive();
    const tally = (pages: number) => ({
      ...{ pages, remaining: 90, types: new Map<string, number>() },
      groups: new Map(
        ["", OTHERS, "new kind 2 5 "].map((group) => [
          group,
          {
            ...{ waiting: 1, misses: 0, pages: group === "" ? pages : 0, targets: 0, utility: 0 },
            types: new Map<string, number>(),
          },
        ]),
      ),
    });
    const weigh = (pages: number) => groups?.weigh(tally(pages), [...tally(pages).groups.keys()]);
    const idle = weigh(0);
    assert.deepEqual([...(idle?.values() ?? [])], [1, 1, 1]);
    const due = weigh(6);
    assert.equal(due?.get(""), 1);
    assert.ok((due?.get(OTHERS) ?? 0) > 1e6);
    assert.ok((due?.get("new kind 2 5 ") ?? 0) > (due?.get(OTHERS) ?? 0));
  });

  it("Looks begin as the first pages bring nothing: those that are not there yet count as half of a good harvest", async () => {
    const strategy = await auto.create(auto.options.parse({}), { seed: 1, pages: 100 });
    const looksAfter = (fetched: number, need: Need = NEED) => {
      const visits = Array.from({ length: fetched }, (_, at) =>
        aVisit("a", "", { url: aUrl(`http://site.example/${at}`), parent: PARENT, snippet }),
      );
      const model = strategy.train({ visits, misses: [] }, need, undefined);
      const { groups } = strategy.compile(model);
      const none = { waiting: 1, misses: 0, targets: 0, utility: 0, types: new Map() };
      const isLook = (pages: number) => {
        const counts = new Map([
          ["", { ...none, pages }],
          [OTHERS, { ...none, pages: 0 }],
        ]);
        const tally = { pages, remaining: 90, types: new Map<string, number>(), groups: counts };
        return (groups?.weigh(tally, [...counts.keys()]).get(OTHERS) ?? 0) > 1;
      };
      return Array.from({ length: 1_000 }, (_, pages) => isLook(pages)).filter(Boolean).length;
    };
    assert.deepEqual([looksAfter(0), looksAfter(15), looksAfter(30)], [125, 188, 250]);
    const files = { mediaTypes: ["application/pdf"], fetch: false };
    assert.equal(looksAfter(0, { ...NO_NEED, files }), 250, "not where files are looked for");
  });

  it("Hosts that a page names alike are looked at before a list of more links, from three hosts on", async () => {
    const strategy = await auto.create(auto.options.parse({}), { seed: 1, pages: 100 });
    const compiled = strategy.compile(strategy.train({ visits: [], misses: [] }, NEED, undefined));
    const sizes = (hosts: number) => {
      const many = (count: number, urlOf: (at: number) => string, classPath: string) =>
        Array.from({ length: count }, (_, at) => anAnchor(urlOf(at), { text: "hive", classPath }));
      const others = many(hosts, (at) => `http://hive-${at}.example/`, "/html/body/ul/li/a");
      const listed = many(20, (at) => `${PARENT}news/${at}`, "/html/body/ol/li/a");
      const page = aPage({ url: PARENT, anchors: [...others, ...listed] });
      const context = { depth: 0, priority: 1, group: "", parent: undefined, snippet: undefined };
      const links = compiled.scoreLinks(page, compiled.assessPage(page, context), context);
      const sizeOf = (path: string) =>
        newKindOf(links.find(({ url }) => url.endsWith(path))?.group ?? "")?.size ?? Number.NaN;
      return { host: sizeOf("//hive-0.example/"), list: sizeOf("/news/0") };
    };
    const [two, three] = [sizes(2), sizes(3)];
    assert.ok(three.host > three.list);
    assert.ok(two.host < two.list);
  });

  describe("from a topic alone", () => {
    const ASSESSED = { utility: 0.8, isTarget: true, type: undefined, why: "" };
    const CONTEXT = { depth: 0, priority: 1, group: "", parent: undefined, snippet: undefined };
    const LIST = aUrl("http://site.example/list");
    const named = (texts: readonly string[], classPath = `/html/body/${PLACE}`) =>
      texts.map((text) => anAnchor(`${PARENT}hives/${encodeURI(text)}`, { text, classPath }));
    const TEN = Array.from({ length: 10 }, (_, at) => `Name ${at}`);

    it("A link named by another language is worth half of its page, if links like it brought less", async () => {
      const compiled = await afterOneHive();
      const anchors = named(["Deutsch", "English", "Hives"]);
      const page = aPage({ url: LIST, language: "en-gb", anchors });
      const [other, same, plain] = compiled.scoreLinks(page, ASSESSED, CONTEXT);
      assert.equal(other?.priority, 0.4);
      assert.ok((same?.priority ?? 1) < 0.4);
      assert.ok((plain?.priority ?? 1) < 0.4);
      const again = { ...aLease("site.example/hives/Deutsch").link, ...other, parent: LIST };
      assert.equal(compiled.rescoreLink?.(again)?.priority, 0.4);
    });

    it("So is a link of a list on a relevant page that is mostly links, but none of a menu", async () => {
      const compiled = await afterOneHive();
      const leastOf = (parts: Partial<Parameters<typeof aPage>[0]>, isTarget = true) => {
        const page = aPage({ url: LIST, text: "x".repeat(100), linkLengths: [60], ...parts });
        const links = compiled.scoreLinks(page, { ...ASSESSED, isTarget }, CONTEXT);
        return Math.min(...links.map(({ priority }) => priority));
      };
      assert.equal(leastOf({ anchors: named(TEN) }), 0.4);
      assert.ok(leastOf({ anchors: named(TEN) }, false) < 0.4);
      assert.ok(leastOf({ anchors: named(TEN.slice(1)) }) < 0.4);
      assert.ok(leastOf({ anchors: named(TEN), linkLengths: [40] }) < 0.4);
      assert.ok(leastOf({ anchors: named(TEN, `/html/body/nav.top/${PLACE}`) }) < 0.4);
      const itself = anAnchor(LIST, { text: "List", classPath: `/html/body/${PLACE}` });
      assert.ok(leastOf({ anchors: [...named(TEN), itself] }) < 0.4);
    });

    it("Of links that alternate the first of each row is listed, also on a page that is not relevant", async () => {
      const compiled = await afterOneHive();
      const listed = (anchors: readonly Anchor[], isTarget = false) => {
        const page = aPage({ url: LIST, anchors, text: "x".repeat(100), linkLengths: [60] });
        const links = compiled.scoreLinks(page, { ...ASSESSED, isTarget }, CONTEXT);
        return links.map(({ snippet: kept }) => kept?.listed === true);
      };
      const alternating = (other: (thread: Anchor) => Anchor) =>
        named(TEN).flatMap((thread) => [thread, other(thread)]);
      const placed = (classPath: string) => (thread: Anchor) => {
        return { ...anAnchor(`${thread.url}/author`, { text: "Ann", classPath }) };
      };
      const authors = alternating(placed("/html/body/table/td/i/a"));
      const first = TEN.flatMap(() => [true, false]);
      assert.deepEqual(listed(authors, true), first);
      assert.deepEqual(listed(authors), first);
      const [threads, after] = [
        authors.filter((_, at) => at % 2 === 0),
        authors.filter((_, at) => at % 2 > 0),
      ];
      assert.ok(listed([...threads, ...after]).every(Boolean), "two lists, one after the other");
      const followed = (share: number) =>
        threads.flatMap((thread, at) => [thread, ...(at < share ? after.slice(at, at + 1) : [])]);
      const listedAfter = (share: number) =>
        listed([...followed(share), ...after.slice(share)]).filter(Boolean).length;
      assert.deepEqual(
        [listedAfter(3), listedAfter(6)],
        [20, 10],
        "few of the others, or most, follow",
      );
      const images = alternating((thread) => ({ ...thread, classPath: "/html/body/div/h3/a" }));
      assert.ok(listed(images).every(Boolean), "the title after an image");
      const striped = named(TEN, "/html/table/tr.odd/td/a").flatMap((odd) => [
        odd,
        { ...anAnchor(`${odd.url}/even`, { text: "Ann", classPath: "/html/table/tr.even/td/a" }) },
      ]);
      assert.ok(listed(striped).every(Boolean), "odd and even rows");
      const menu = named(TEN, "/html/body/div.menu/li/a").flatMap((item, at) => [
        item,
        ...threads.slice(at, at + 1),
      ]);
      assert.equal(listed(menu).filter(Boolean).length, TEN.length, "threads after a menu");
    });

    it("Rows are marked for the judge by words beside another judge, too", async () => {
      const page = aPage({
        url: LIST,
        anchors: named(TEN),
        text: "x".repeat(100),
        linkLengths: [60],
      });
      const listedBy = async (need: Need) => {
        const [link] = (await afterOneHive(need)).scoreLinks(page, ASSESSED, CONTEXT);
        return link?.snippet?.listed;
      };
      const detect = "comments" as const;
      assert.equal(await listedBy({ ...NEED, detect }), true);
      assert.equal(await listedBy({ ...NO_NEED, detect }), undefined);
    });

    it("What pages tell of their links counts less, the less of it came true", async () => {
      const strategy = await auto.create(auto.options.parse({}), { seed: 1, pages: 100 });
      const promised = { ...snippet, advice: 0.1 };
      const worthAfter = (utilities: readonly number[], misses = 0, isOlder = false) => {
        const visits = utilities.map((utility, at) =>
          aVisit("a", "", {
            ...{ url: aUrl(`http://site.example/hives/${at}`), parent: PARENT, utility },
            snippet: promised,
          }),
        );
        const missed = Array.from({ length: misses }, (_, at) => ({
          ...aMiss("a", 1),
          ...{ url: aUrl(`http://site.example/gone/${at}`), parent: PARENT, snippet: promised },
        }));
        const trained = strategy.train({ visits, misses: missed }, NEED, undefined);
        const model: typeof trained = isOlder
          ? JSON.parse(JSON.stringify({ ...Object(trained), borneOut: undefined }))
          : trained;
        const page = aPage({ url: LIST, language: "en", anchors: named(["Deutsch"]) });
        const [link] = strategy.compile(model).scoreLinks(page, ASSESSED, CONTEXT);
        return Math.round((link?.priority ?? 0) * 1e9) / 1e9;
      };
      assert.equal(worthAfter([0.1, 0.1, 0.1, 0.1]), 0.4);
      assert.equal(worthAfter([0.05, 0.05, 0.05, 0.05]), 0.3);
      assert.equal(worthAfter([0.2, 0.2, 0, 0]), 0.3, "more than was told makes up for nothing");
      assert.equal(worthAfter([0, 0], 0, true), 0.4, "a model of an older version");
      assert.equal(worthAfter([], 2), 0.4, "dead links say nothing of a list");
      assert.ok(worthAfter([1, 1, 0, 0]) > 0.3, "links like it brought more than is told");
      assert.equal(worthAfter([0, 0, 0, 0]), 0.2);
    });
  });

  it("A kind that was looked at since the last training gets no second look", async () => {
    const { groups } = await afterOneHive();
    const count = {
      ...{ waiting: 3, misses: 0, pages: 2, targets: 0, utility: 0 },
      types: new Map<string, number>(),
    };
    const tally = {
      ...{ pages: 2, remaining: 90, types: new Map<string, number>() },
      groups: new Map([[OTHERS, count]]),
    };
    assert.equal(groups?.weigh(tally, [...tally.groups.keys()]).get(OTHERS), 1);
  });

  it("A crawl that has found no page draws layer by layer at times, until one is found; one for files never does", async () => {
    const files = { mediaTypes: ["application/pdf"], fetch: false };
    const [forPages, forFiles] = [await afterOneHive(), await afterOneHive({ ...NO_NEED, files })];
    const weigh = ({ groups }: typeof forPages, utility: number) => {
      const count = { waiting: 3, misses: 0, targets: 0, types: new Map<string, number>() };
      const tally = {
        ...{ pages: 51, remaining: 50, types: new Map<string, number>() },
        groups: new Map([
          ["layer 1", { ...count, pages: 0, utility: 0 }],
          ["layer 2", { ...count, pages: 51, utility }],
        ]),
      };
      const weights = groups?.weigh(tally, [...tally.groups.keys()]);
      return (weights?.get("layer 1") ?? 0) / (weights?.get("layer 2") ?? 0);
    };
    assert.ok(weigh(forPages, 0) >= 1_000);
    assert.equal(weigh(forPages, 0.5), 1);
    assert.equal(weigh(forFiles, 0), 1);
  });
});

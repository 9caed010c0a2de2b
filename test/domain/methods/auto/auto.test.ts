import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { auto } from "../../../../lib/domain/methods/auto/auto.ts";
import {
  kindNumber,
  newKindGroup,
  newKindOf,
} from "../../../../lib/domain/methods/auto/new-kinds.ts";
import { NO_NEED } from "../../../../lib/domain/methods/label-need.ts";
import type { CompiledStrategy } from "../../../../lib/domain/methods/strategy.ts";
import { aLease } from "../../../support/a-lease.ts";
import { aUrl } from "../../../support/a-url.ts";
import { aVisit } from "../../../support/some-evidence.ts";

const NEED = { ...NO_NEED, topic: "bees" };
const PLACE = "ul/li/a";
const snippet = {
  ...{ anchor: "hive", before: "", after: "", title: "", inherited: 0 },
  place: PLACE,
};
const PARENT = aUrl("http://site.example/");
const OTHERS = "new kind 1 3 ";

/** What has followed one link to a hive, and found no bees. */
async function afterOneHive(): Promise<CompiledStrategy> {
  const strategy = await auto.create(auto.options.parse({}), { seed: 1, pages: 100 });
  const visit = aVisit("a", "", {
    url: aUrl("http://site.example/hives/1"),
    parent: PARENT,
    snippet,
  });
  return strategy.compile(strategy.train({ visits: [visit], misses: [] }, NEED, undefined));
}

describe("auto", () => {
  it("A link stands for its kind until one of the kind was followed, then it is an ordinary one", async () => {
    const compiled = await afterOneHive();
    const groupAgain = (path: string) => {
      const link = { ...aLease(`site.example/${path}`).link, parent: PARENT, snippet };
      const kind = kindNumber(link.url, PLACE);
      const group = newKindGroup({ kind, isFolder: false }, 8, "");
      return compiled.rescoreLink?.({ ...link, group })?.group;
    };
    assert.equal(newKindOf(groupAgain("wild/hives/2") ?? "")?.size, 3);
    assert.equal(groupAgain("hives/2"), "");
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
    const due = weigh(2);
    assert.equal(due?.get(""), 1);
    assert.ok((due?.get(OTHERS) ?? 0) > 1e6);
    assert.ok((due?.get("new kind 2 5 ") ?? 0) > (due?.get(OTHERS) ?? 0));
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
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { OfferedLink } from "../../../lib/domain/frontier/link.ts";
import {
  areAllIdle,
  divideLinks,
  type SectionPosition,
  type ShardTraffic,
  sectionsAfter,
  sectionsAt,
  withSection,
} from "../../../lib/domain/shards/sections.ts";
import { hostOf } from "../../../lib/domain/url/canonical-url.ts";
import { aUrl } from "../../support/a-url.ts";

function anOffer(text: string): OfferedLink {
  const url = aUrl(text);
  return {
    ...{
      url,
      host: hostOf(url),
      priority: 1,
      group: "",
      depth: 1,
      redirects: 0,
      parent: undefined,
    },
    ...{ snippet: undefined, why: "", model: "", quotas: [], refusedBy: undefined },
  };
}

describe("divideLinks", () => {
  it("Each link goes to one shard, in the order of the page", () => {
    const hosts = fc.array(fc.constantFrom("a.example", "b.test", "c.de", "d.org", "www.d.org"));
    fc.assert(
      fc.property(hosts, fc.integer({ min: 1, max: 5 }), (names, count) => {
        const links = names.map((host, at) => anOffer(`http://${host}/${at}`));
        const divided = Array.from({ length: count }, (_, index) => {
          const { own, others } = divideLinks(links, { index, count });
          assert.ok(!others.has(index));
          const all = [...own, ...[...others.values()].flat()];
          assert.deepEqual(new Set(all), new Set(links));
          assert.equal(all.length, links.length);
          return own;
        });
        assert.equal(divided.flat().length, links.length);
        for (const own of divided) {
          assert.deepEqual(
            own,
            links.filter((link) => own.includes(link)),
          );
        }
      }),
      { seed: 1 },
    );
  });
});

describe("sections", () => {
  it("A reader gets each section once and in order, whatever steps it reads in", () => {
    const epochs = fc.array(fc.boolean(), { maxLength: 30 });
    fc.assert(
      fc.property(epochs, fc.array(fc.integer({ min: 1, max: 4 })), (isNew, steps) => {
        let position: SectionPosition = [];
        let epoch = 1;
        const written = isNew.map((another) => {
          if (another) epoch += 1;
          position = withSection(position, epoch);
          return [epoch, position.at(-1)?.[1] ?? 0];
        });
        assert.equal(sectionsAt(position), written.length);
        const read = [];
        for (const most of [...steps, Infinity])
          read.push(...sectionsAfter(position, read.length, most));
        assert.deepEqual(read, written);
      }),
      { seed: 1 },
    );
  });
});

/** Shards whose links are followed, each by links to any shard, until none is left. */
class Moving {
  readonly shards: { queued: number; sent: number; taken: number[] }[];

  constructor(count: number) {
    this.shards = Array.from({ length: count }, (_, index) => ({
      queued: index === 0 ? 1 : 0,
      sent: 0,
      taken: Array.from({ length: count }, () => 0),
    }));
  }

  get isOver(): boolean {
    return this.shards.every(
      ({ queued, taken }) =>
        queued === 0 && taken.every((count, of) => count === this.#forOthers(of, taken)),
    );
  }

  #forOthers(of: number, taken: readonly number[]): number {
    return this.shards[of]?.taken === taken ? 0 : (this.shards[of]?.sent ?? 0);
  }

  read(index: number): ShardTraffic {
    const { queued, sent, taken } = this.shards[index] ?? { queued: 0, sent: 0, taken: [] };
    return { isIdle: queued === 0, sent: [[1, sent]], taken: [...taken] };
  }

  /** Takes what another shard has sent, or follows a link, which may send something. */
  act(index: number, from: number, sends: boolean): void {
    const [shard, other] = [this.shards[index], this.shards[from]];
    if (shard === undefined || other === undefined) return;
    if (from !== index && (shard.taken[from] ?? 0) < other.sent) {
      shard.taken[from] = (shard.taken[from] ?? 0) + 1;
      shard.queued += 1;
    } else if (shard.queued > 0) {
      shard.queued -= 1;
      if (sends) shard.sent += 1;
    }
  }
}

describe("areAllIdle", () => {
  it("Shards that are read one after the other are found idle only when all are for good", () => {
    const act = fc.tuple(fc.nat(2), fc.nat(2), fc.boolean());
    const between = fc.array(act, { maxLength: 6 });
    let found = 0;
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), fc.tuple(between, between), (before, gaps) => {
        const moving = new Moving(3);
        for (const [shard, from, sends] of before) moving.act(shard, from, sends);
        const read = [moving.read(0)];
        for (const [index, gap] of gaps.entries()) {
          for (const [shard, from, sends] of gap) moving.act(shard, from, sends);
          read.push(moving.read(index + 1));
        }
        if (!areAllIdle(read)) return;
        found += 1;
        assert.ok(moving.isOver);
      }),
      { seed: 1, numRuns: 5_000 },
    );
    assert.ok(found > 50, `${found}`);
  });

  it("Shards are not idle while a section is on its way", () => {
    const idle = { isIdle: true, sent: [], taken: [0, 0] } as const;
    const sender: ShardTraffic = { ...idle, sent: [[3, 1]] };
    assert.ok(areAllIdle([idle, idle]));
    assert.ok(!areAllIdle([sender, idle]));
    assert.ok(areAllIdle([sender, { ...idle, taken: [1, 0] }]));
    assert.ok(!areAllIdle([idle, { ...idle, isIdle: false }]));
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { loadPeer, peerNames } from "../../lib/project/load-strategy-module.ts";
import { STRATEGY_NAMES } from "../../lib/project/registry.ts";
import { checkStrategy } from "../../lib/project/strategy-choice.ts";
import { PEERS } from "../../peers/registry.ts";

describe("the peers", () => {
  it("The names of peers are known where they are installed, and none is a strategy of the product", async () => {
    assert.deepEqual(await peerNames(), Object.keys(PEERS));
    for (const name of await peerNames()) assert.ok(!STRATEGY_NAMES.includes(name), name);
  });

  for (const name of Object.keys(PEERS)) {
    it(`The peer ${name} is found by its name, as a module with options of its own`, async () => {
      assert.equal((await loadPeer(name))?.name, name);
      const checked = await checkStrategy(name);
      assert.ok(checked.ok);
      assert.equal(checked.choice.name, name);
    });
  }

  it("No peer has a name that is not in the list", async () => {
    for (const name of ["breadth-first", "toString", "nobody"])
      assert.equal(await loadPeer(name), undefined);
  });

  it("A peer is a strategy module like a user's", async () => {
    const module = new URL("../../peers/fish-search.ts", import.meta.url).pathname;
    const checked = await checkStrategy({ module, depth: 2 });
    assert.ok(checked.ok);
    assert.deepEqual([checked.choice.name, checked.choice["depth"]], ["fish-search", 2]);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pathVector, TagPathActions } from "../../../peers/bandits/tag-path-actions.ts";

const LIST = "/html/body/div/ul/li/a";
/** Seven of its nine pairs are among the eight of {@link LIST}: their cosine is 7 ÷ √72 = 0.825. */
const NEAR = "/html/body/div/ul/li/span/a";
/** Four of its six pairs are: the cosine is 4 ÷ √48 = 0.577. */
const FAR = "/html/body/p/a";

describe("actions of tag paths", () => {
  it("A tag path is the shares of its pairs of elements, with its start and its end", () => {
    // ^ "" html body a $ has five pairs.
    const vector = pathVector("/html/body/a");
    assert.deepEqual([...vector.values()], Array(5).fill(1 / 5));
    assert.ok([...vector.keys()].every((column) => column >= 0 && column < 2 ** 12));
  });

  it("A path joins the nearest action from a cosine of 0.75 on, and is a new one below", () => {
    const actions = new TagPathActions(100);
    assert.equal(actions.join(LIST), LIST);
    assert.equal(actions.nameOf(NEAR), LIST);
    assert.equal(actions.nameOf(FAR), undefined);
    assert.equal(actions.join(FAR), FAR);
    assert.equal(actions.join(NEAR), LIST);
    assert.deepEqual(
      actions.toJSON().map(({ path, links }) => [path, links]),
      [
        [LIST, 2],
        [FAR, 1],
      ],
    );
  });

  it("The centroid of an action is the mean of its links", () => {
    const actions = new TagPathActions(100);
    actions.join(LIST, 3);
    actions.join(NEAR);
    const centroid = actions.toJSON()[0]?.centroid ?? {};
    const [ofBoth = -1] = [...pathVector(LIST).keys()];
    // The first pair is an eighth of three links and a ninth of one.
    assert.equal(centroid[String(ofBoth)]?.toFixed(5), ((3 / 8 + 1 / 9) / 4).toFixed(5));
    const ofOne = [...pathVector(NEAR).keys()].filter((column) => !pathVector(LIST).has(column));
    assert.equal(ofOne.length, 2);
    for (const column of ofOne)
      assert.equal(centroid[String(column)]?.toFixed(5), (1 / 9 / 4).toFixed(5));
  });

  it("Actions read again from their model place paths as before", () => {
    const actions = new TagPathActions(100);
    for (const path of [LIST, FAR, NEAR]) actions.join(path);
    const again = new TagPathActions(100, JSON.parse(JSON.stringify(actions)));
    for (const path of [LIST, FAR, NEAR, "/html/body/table/tr/td/b/a"])
      assert.equal(again.nameOf(path), actions.nameOf(path));
    assert.deepEqual(again.toJSON(), actions.toJSON());
  });

  it("When there are as many actions as there may be, a path joins the nearest, however far", () => {
    const actions = new TagPathActions(1);
    actions.join(LIST);
    assert.equal(actions.join(FAR), LIST);
  });

  it("The path that names an action stays in it when the centroid has moved away", () => {
    const actions = new TagPathActions(2);
    // Too far from the first to join it (7 ÷ √88 = 0.746), and nearer to it than the third.
    const deep = "/html/body/div/ul/li/b/i/u/a";
    for (const path of [LIST, deep]) assert.equal(actions.join(path), path);
    assert.equal(actions.join(FAR, 1_000), LIST);
    assert.equal(actions.nameOf(LIST), LIST);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { featureVectorizer, learnFeatures } from "../../../../lib/domain/stats/learner/learner.ts";

describe("the columns of a feature space", () => {
  it("Feature space columns are the features that enough samples have, in order of first occurrence", () => {
    const samples = [["bee", "hive"], ["hive", "honey"], ["honey"], ["wax"]];
    assert.deepEqual(learnFeatures(samples, 2), ["hive", "honey"]);
    assert.deepEqual(learnFeatures(samples, 1), ["bee", "hive", "honey", "wax"]);
    assert.deepEqual(learnFeatures([], 1), []);
  });

  it("Feature space columns make a row with 1 for each known feature, once and in ascending order", () => {
    const vectorOf = featureVectorizer(["hive", "honey", "bee"]);
    const { columns, values } = vectorOf(["bee", "hive", "bee", "road"]);
    assert.deepEqual([...columns], [0, 2]);
    assert.deepEqual([...values], [1, 1]);
    assert.equal(vectorOf(["road"]).columns.length, 0);
  });

  it("Feature space columns hold the value of their feature when one is given", () => {
    const vectorOf = featureVectorizer(["hive", "bee"], (name) => (name === "bee" ? 0.5 : 1));
    assert.deepEqual([...vectorOf(["bee", "hive"]).values], [1, 0.5]);
  });

  it("Feature space columns keep features that are named like object properties apart", () => {
    assert.deepEqual([...featureVectorizer(["constructor"])(["constructor"]).columns], [0]);
    assert.equal(featureVectorizer(["a"])(["toString"]).columns.length, 0);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { repeatsItself } from "../../../../lib/domain/frontier/traps.ts";

const repeats = (path: string, times = 3) => repeatsItself(path.split("/").slice(1), times);

describe("repeatsItself", () => {
  for (const path of [
    "/a/a/a",
    "/x/a/a/a/y",
    "/a/b/a/b/a/b",
    "/x/a/b/c/a/b/c/a/b/c",
    "/page/2/page/2/page/2",
    "/a/x/a/y/a/z/a",
    "/about/team/about/contact/about/team/contact/about",
  ]) {
    it(`repeatsItself finds repetition in ${path}`, () => {
      assert.equal(repeats(path), true);
    });
  }

  for (const path of [
    "/",
    "/news/news",
    "/2008/2008",
    "/a/a/b/a",
    "/a/b/a/b/c",
    "/1/1/1/1/1",
    "/0/1/0/1/0/1",
    "/users/al/al.files/al",
    "/en/docs/en/api/en",
  ]) {
    it(`repeatsItself finds no repetition in ${path}`, () => {
      assert.equal(repeats(path), false);
    });
  }

  it("repeatsItself uses the given number of repetitions", () => {
    assert.equal(repeats("/news/news", 2), true);
    assert.equal(repeats("/a/a/a", 4), false);
  });
});

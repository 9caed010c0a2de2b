import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { aliasesOf, aliasKey } from "../../../../lib/domain/web/url/twin-names.ts";
import { aUrl } from "../../../support/a-url.ts";

/** The aliases, as far as they are among `some`, in order. */
function aliasesAmong(reference: string, ...some: readonly string[]): string[] {
  return [...aliasesOf(aUrl(reference))].filter((alias) => some.includes(alias));
}

const anyUrl = fc
  .tuple(
    fc.constantFrom("http", "https"),
    fc.array(fc.constantFrom("", "a", "~u", "%7Eu", "%7eu", "index.html", "home.php", "x.htm"), {
      maxLength: 4,
    }),
    fc.constantFrom("", "/"),
    fc.constantFrom("", "?", "?q=1", "?p=/a/index.html&u=~x"),
  )
  .map(([scheme, path, end, query]) =>
    aUrl(`${scheme}://h.example/${path.join("/")}${end}${query}`),
  );

describe("aliasesOf", () => {
  it("aliasesOf tries the cheapest change first: scheme, tilde, slash, index page", () => {
    const same = [
      "https://h.example/~u",
      "http://h.example/%7Eu",
      "http://h.example/~u/",
      "http://h.example/~u/index.html",
    ];
    assert.deepEqual(aliasesAmong("http://h.example/~u", ...same), same);
  });

  it("aliasesOf gives /x for /x/ and the reverse", () => {
    assert.deepEqual(aliasesAmong("http://h.example/x", "http://h.example/x/").length, 1);
    assert.deepEqual(aliasesAmong("http://h.example/x/", "http://h.example/x").length, 1);
  });

  it("aliasesOf gives a directory for each name of an index page, and the reverse", () => {
    for (const page of [
      "index.html",
      "index.htm",
      "index.php",
      "home.html",
      "welcome.htm",
      "default.asp",
    ]) {
      const name = `http://h.example/d/${page}`;
      assert.deepEqual(aliasesAmong("http://h.example/d/", name), [name]);
      const directories = ["http://h.example/d/", "http://h.example/d"];
      assert.deepEqual(aliasesAmong(name, ...directories), directories);
    }
  });

  it("aliasesOf does not replace one index page by another", () => {
    assert.deepEqual(aliasesAmong("http://h.example/index.html", "http://h.example/index.php"), []);
  });

  it("aliasesOf combines changes, each applied once", () => {
    const far = "https://h.example/~u/d/index.html";
    assert.deepEqual(aliasesAmong("http://h.example/%7Eu/d", far), [far]);
  });

  it("aliasesOf keeps the query unchanged", () => {
    const slashed = "http://h.example/d/?u=~x";
    assert.deepEqual(aliasesAmong("http://h.example/d?u=~x", slashed), [slashed]);
    assert.ok(
      [...aliasesOf(aUrl("http://h.example/d?u=~x"))].every((alias) => alias.endsWith("?u=~x")),
    );
  });

  it("aliasesOf keeps the slash of a host's root", () => {
    assert.ok(
      ![...aliasesOf(aUrl("http://h.example/"))].some((alias) => alias === "http://h.example"),
    );
  });

  it("aliasesOf gives distinct canonical URLs and never the URL itself", () => {
    const property = fc.property(anyUrl, (of) => {
      const aliases = [...aliasesOf(of)];
      assert.ok(!aliases.includes(of));
      assert.equal(new Set(aliases).size, aliases.length);
      for (const alias of aliases) assert.equal(aUrl(alias), alias);
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
  });
});

describe("aliasKey", () => {
  it("aliasKey is the same for a URL and all its aliases", () => {
    const property = fc.property(anyUrl, (of) => {
      for (const alias of aliasesOf(of)) assert.equal(aliasKey(alias), aliasKey(of), alias);
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
  });

  it("aliasKey differs between pages that no server treats as equal", () => {
    const pages = [
      "http://h.example/a",
      "http://h.example/b",
      "http://i.example/a",
      "http://h.example/a?q",
      "http://h.example/a/b.html",
    ];
    assert.equal(new Set(pages.map((page) => aliasKey(aUrl(page)))).size, pages.length);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { AddressViews, addressForm } from "../../../../lib/domain/page/copies/address-views.ts";
import { contentHash } from "../../../../lib/domain/page/copies/content-print.ts";
import { SeenContent } from "../../../../lib/domain/page/copies/seen-content.ts";
import type { Url } from "../../../../lib/domain/web/url/url.ts";
import { aUrl } from "../../../support/a-url.ts";

const SITE = "http://site.example";

/** What a page has whose text is that of some topics, five lines each. */
function printOf(parts: readonly number[], ...topics: readonly string[]) {
  const lines = topics.flatMap((topic) =>
    Array.from({ length: 5 }, (_, at) => contentHash(`${topic} ${at}`)),
  );
  const hashes = parts.map((part) => contentHash(String(part)));
  return { lines: lines.toSorted((a, b) => a - b), figures: [], parts: hashes, thread: [] };
}

/** Views that have met pages: each an address, the numbers of its parts, and its topics. */
function viewsOf(pages: readonly (readonly [string, readonly number[], ...string[]])[]) {
  const content = new SeenContent<Url>(1_000);
  const views = new AddressViews(content);
  for (const [path, parts, ...topics] of pages) {
    const url = aUrl(SITE + path);
    const print = printOf(parts, ...topics);
    const as = content.repeated(print) === undefined ? "sought" : "copy";
    views.meet(url, content.add(url, print, as), print, true);
  }
  return (path: string) => views.expected(aUrl(SITE + path))?.of.slice(SITE.length);
}

describe("the form of an address", () => {
  it("A form has `0` for a number and `*` for joined words, also where they are escaped", () => {
    const { form, values } = addressForm(aUrl(`${SITE}/t/12/on-the-bees.html?p=7&order=asc`));
    assert.equal(form, "site.example /t/0/*.html?p=0&order=asc");
    assert.deepEqual(values, ["12", "on-the-bees", "7"]);
    const escaped = addressForm(aUrl(`${SITE}/show.php%3Ft=12.html`));
    assert.deepEqual(escaped, { form: "site.example /show.php?t=0.html", values: ["12"] });
  });
});

describe("other views of a page", () => {
  it("Print views and orders are expected to repeat a thread after two of them did, those of other threads are not", () => {
    const expected = viewsOf([
      ["/t/12", [], "bees"],
      ["/t/12/print", [], "bees"],
      ["/t/13", [], "hives"],
      ["/t/13/print", [], "hives"],
      ["/t/14", [], "honey"],
    ]);
    assert.equal(expected("/t/14/print"), "/t/14");
    assert.equal(expected("/t/15/print"), undefined);
    assert.equal(expected("/t/14/order/new"), undefined);
  });

  it("Further pages of a thread have its number, and are no views of it", () => {
    const pages = ["12", "13", "14", "15"].flatMap((id) =>
      ["0", "20", "40"].map((start) => {
        return [`/t/${id}?start=${start}`, [], `topic ${id} ${start}`] as const;
      }),
    );
    const expected = viewsOf([...pages, ["/t/16?start=0", [], "topic 16 0"]]);
    assert.equal(expected("/t/16?start=20"), undefined);
  });

  it("The address of a post is that of the page which has it, and no other page's", () => {
    const expected = viewsOf([
      ["/t/12", [501, 502], "bees"],
      ["/p/501", [501, 502], "bees"],
      ["/t/13", [601, 602], "hives"],
      ["/p/602", [601, 602], "hives"],
      ["/t/14", [701], "honey"],
    ]);
    assert.equal(expected("/p/701"), "/t/14");
    assert.equal(expected("/p/702"), undefined);
  });

  it("Pages that a list shows are no views of the list", () => {
    const content = new SeenContent<Url>(10);
    const views = new AddressViews(content);
    for (const id of ["1", "2", "3"]) {
      const list = aUrl(`${SITE}/list/${id}`);
      const print = printOf([Number(id)], `topic ${id}`);
      views.meet(list, content.add(list, print, "other"), print, false);
      const page = aUrl(`${SITE}/page/${id}`);
      views.meet(page, content.add(page, print, "sought"), print, true);
    }
    const list = aUrl(`${SITE}/list/4`);
    const print = printOf([4], "topic 4");
    views.meet(list, content.add(list, print, "other"), print, false);
    assert.equal(views.expected(aUrl(`${SITE}/page/4`)), undefined);
  });

  it("What is seen on one host says nothing of another", () => {
    const expected = viewsOf([
      ["/t/12", [], "bees"],
      ["/t/12/print", [], "bees"],
      ["/t/13", [], "hives"],
      ["/t/13/print", [], "hives"],
    ]);
    assert.equal(expected("/t/13/print"), "/t/13");
    const content = new SeenContent<Url>(10);
    assert.equal(
      new AddressViews(content).expected(aUrl("http://b.example/t/13/print")),
      undefined,
    );
  });

  it("An address is expected to repeat a page if and only if most of at least two pairs of its forms did", () => {
    const property = fc.property(fc.array(fc.boolean(), { maxLength: 12 }), (repeated) => {
      const pages = repeated.flatMap((isSame, at) => {
        const topic = `topic ${at}`;
        return [
          [`/t/${100 + at}`, [], topic],
          [`/t/${100 + at}/view`, [], isSame ? topic : `other ${at}`],
        ] as const;
      });
      const expected = viewsOf([...pages, ["/t/999", [], "the last"]])("/t/999/view");
      const same = repeated.filter(Boolean).length;
      const isExpected = repeated.length >= 2 && (same + 1) / (repeated.length + 2) >= 0.6;
      assert.equal(expected, isExpected ? "/t/999" : undefined);
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });
});

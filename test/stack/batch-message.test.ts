import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { zstdCompressSync } from "node:zlib";
import { createChance } from "../../demo/random.ts";
import { DowserError } from "../../lib/errors.ts";
import {
  batchMessages,
  noticeText,
  parseBatch,
  parseNotice,
} from "../../lib/stack/batch-message.ts";
import { aLease } from "../support/a-lease.ts";

const REST = { crawl: "c", plan: "p", model: { hash: "h", pages: 3 } };

function errorOf(action: () => unknown): DowserError {
  try {
    action();
  } catch (error) {
    if (error instanceof DowserError) return error;
  }
  return assert.fail("there is no such error");
}

describe("a batch as a message", () => {
  it("A batch message is read as it was sent", () => {
    const batch = { ...REST, id: "1-1-0", leases: [aLease("a.example/1"), aLease("b.example/")] };
    const [{ text } = { text: "" }, ...others] = batchMessages(batch);
    assert.deepEqual(others, []);
    // What is undefined is not written.
    assert.deepEqual(parseBatch(text), JSON.parse(JSON.stringify(batch)));
  });

  it("A batch message is split when it is too long, and never divides a host", () => {
    const chance = createChance(1, "noise");
    const noise = () => Array.from({ length: 700 }, () => chance.int(0, 1e9).toString(36)).join("");
    const leases = Array.from({ length: 400 }, (_, n) => {
      const lease = aLease(`h${n % 8}.example/${n}`);
      const snippet = { anchor: noise(), before: "", after: "", title: "" };
      return { ...lease, link: { ...lease.link, snippet } };
    });
    const texts = batchMessages({ ...REST, id: "1-1-0", leases }).map(({ text }) => text);
    assert.equal(texts.length, 8);
    const batches = texts.map(parseBatch);
    assert.equal(batches.flatMap((batch) => batch.leases).length, leases.length);
    const hosts = batches.flatMap((batch) => [
      ...new Set(batch.leases.map(({ link }) => link.host)),
    ]);
    assert.equal(new Set(hosts).size, hosts.length);
    assert.equal(new Set(batches.map(({ id }) => id)).size, batches.length);
  });

  it("A batch message with the links of one host stays whole, however long it is", () => {
    const chance = createChance(1, "noise");
    const anchor = Array.from({ length: 90_000 }, () => chance.int(0, 1e9).toString(36)).join("");
    const lease = aLease("a.example/");
    const snippet = { anchor, before: "", after: "", title: "" };
    const leases = [{ ...lease, link: { ...lease.link, snippet } }];
    const messages = batchMessages({ ...REST, id: "1-1-0", leases });
    assert.deepEqual(
      messages.map(({ text }) => [text.length > 256 * 1_024, parseBatch(text).id]),
      [[true, "1-1-0"]],
    );
  });

  it("A batch message is refused when it is invalid", () => {
    for (const text of ["", "{}", "bm9uZQ=="]) {
      assert.throws(() => parseBatch(text), { code: "message-malformed" });
    }
    const lease = aLease("a.example/");
    for (const wrong of [{ leases: [{ ...lease, startAt: null }] }, { model: {} }, { leases: 1 }]) {
      const text = JSON.stringify({ ...REST, id: "1-1-0", leases: [lease], ...wrong });
      const packed = zstdCompressSync(text).toString("base64");
      assert.throws(() => parseBatch(packed), { code: "message-malformed" });
    }
  });
});

describe("a batch of another form", () => {
  it("A batch of another form is refused with the path of what is wrong in it", () => {
    const lease = aLease("a.example/");
    const flaws: readonly [path: string, wrong: object][] = [
      ["leases.0.startAt", { leases: [{ ...lease, startAt: null }] }],
      ["leases.1.link.url", { leases: [lease, { ...lease, link: { ...lease.link, url: 7 } }] }],
      [
        "leases.0.link.snippet.anchor",
        { leases: [{ ...lease, link: { ...lease.link, snippet: {} } }] },
      ],
      ["leases.0.link.url", { leases: [{ ...lease, link: { ...lease.link, url: "" } }] }],
      ["model.pages", { model: { hash: "h" } }],
      ["plan", { plan: "" }],
    ];
    for (const [path, wrong] of flaws) {
      const text = JSON.stringify({ ...REST, id: "1-1-0", leases: [lease], ...wrong });
      const packed = zstdCompressSync(text).toString("base64");
      const message = new RegExp(`^a batch is not of the form .*: ${path}: `);
      assert.throws(() => parseBatch(packed), {
        code: "message-malformed",
        reaction: "drop",
        message,
      });
    }
  });
});

describe("the notice of a result", () => {
  it("A result notice is read as it was written", () => {
    const notice = { id: "1-1-0", crawl: "c" };
    assert.deepEqual(parseNotice(noticeText(notice)), notice);
  });

  it("A result notice differs from other messages", () => {
    const form = "the notice of a result is not of the form that this stack's functions write";
    for (const [text, flaw] of [
      ["{}", "id: "],
      ["7", ".: "],
      ["no JSON", ".: is not JSON"],
    ] as const) {
      const { message } = errorOf(() => parseNotice(text));
      assert.ok(message.startsWith(`${form}: ${flaw}`), message);
    }
  });

  it("A result notice of another form is quoted from its beginning, in an error with a hint", () => {
    const { code, value, hint, cause } = errorOf(() => parseNotice("no JSON".repeat(100)));
    assert.deepEqual([code, value], ["message-malformed", "no JSON".repeat(100).slice(0, 200)]);
    assert.match(hint, /deploy them together/);
    assert.ok(cause instanceof SyntaxError);
  });
});

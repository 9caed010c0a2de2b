import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import {
  failureOf,
  HTML,
  pageOf,
  response,
  type Script,
  textOf,
  useScriptedSite,
} from "./support/scripted-site.ts";

describe("a live web among hostile servers", () => {
  const site = useScriptedSite();

  describe("content codings", () => {
    it("The live web undoes content codings", async () => {
      const body = gzipSync("<p>hello</p>");
      const bytes = response("200 OK", `${HTML}content-encoding: gzip\r\n`, body);
      assert.equal(textOf(await site().fetch(bytes)), "<p>hello</p>");
    });

    it("The live web fails on a broken content coding", async () => {
      const broken = Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]);
      const bytes = response("200 OK", `${HTML}content-encoding: gzip\r\n`, broken);
      assert.deepEqual(failureOf(await site().fetch(bytes)), ["decompression", 200]);
    });

    it("The live web lets a coding multiply a body only up to the size limit, and as little memory", async () => {
      const zeros = Buffer.alloc(100_000_000);
      const bytes = response("200 OK", `${HTML}content-encoding: gzip\r\n`, gzipSync(zeros));
      const before = process.memoryUsage().arrayBuffers;
      const page = pageOf(await site().fetch(bytes, { bodyBytes: 200_000 }));
      assert.deepEqual([page.body.length, page.truncated], [200_000, true]);
      assert.ok(process.memoryUsage().arrayBuffers - before < 30_000_000);
      assert.equal(zeros.length, 100_000_000, "they were not freed meanwhile");
    });

    it("The live web gives what a coded body holds that was cut at the limit", async () => {
      let text = "";
      for (let i = 0; text.length < 20_000; i++) text += `${(i * 7_919) % 10_007},`;
      const bytes = response("200 OK", `${HTML}content-encoding: gzip\r\n`, gzipSync(text));
      const page = pageOf(await site().fetch(bytes));
      assert.equal(page.truncated, true);
      assert.ok(page.body.length > 500);
      assert.ok(text.startsWith(new TextDecoder().decode(page.body)));
    });
  });

  describe("servers that misbehave", () => {
    const cases: readonly (readonly [name: string, script: Script | string, reason: string])[] = [
      ["close at once", { bytes: "", end: "close" }, "reset"],
      ["reset at once", { bytes: "", end: "reset" }, "reset"],
      ["reset in the head", { bytes: "HTTP/1.1 200 OK\r\ncon", end: "reset" }, "reset"],
      ["speak no HTTP", "SSH-2.0-OpenSSH_9.9\r\n", "protocol"],
      ["break off the status", "HTTP/1.1 20\r\n\r\n", "protocol"],
      [
        "send no chunk size",
        `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
        "protocol",
      ],
      [
        "send two lengths",
        "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na",
        "protocol",
      ],
      ["switch protocols", "HTTP/1.1 101 Go\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n", "reset"],
      [
        "send endless headers",
        `HTTP/1.1 200 OK\r\n${`x: ${"y".repeat(1_000)}\r\n`.repeat(300)}`,
        "protocol",
      ],
      ["send one huge header", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(300_000)}`, "protocol"],
      [
        "close before the first byte of a body",
        { bytes: `HTTP/1.1 200 OK\r\n${HTML}content-length: 50\r\n\r\n`, end: "close" },
        "reset",
      ],
      [
        "reset inside a body",
        { bytes: `HTTP/1.1 200 OK\r\n${HTML}content-length: 50\r\n\r\nabc`, end: "reset" },
        "reset",
      ],
    ];
    for (const [name, script, reason] of cases) {
      it(`The live web fails with ${reason} when servers ${name}`, async () => {
        assert.equal(failureOf(await site().fetch(script))[0], reason);
      });
    }

    it("The live web reads a page up to its declared length when the server sends more", async () => {
      const bytes = `HTTP/1.1 200 OK\r\n${HTML}content-length: 3\r\n\r\nabcdefHTTP/1.1 200 OK`;
      assert.equal(textOf(await site().fetch(bytes)), "abc");
      assert.equal(textOf(await site().fetch(response("200 OK", HTML, "next"))), "next");
    });

    it("The live web stops at the time limit when a server is silent or never finishes", async () => {
      const head = `HTTP/1.1 200 OK\r\n${HTML}content-length: 50\r\n`;
      for (const bytes of ["", "HTTP/1.1 200 OK\r\nx: y", `${head}\r\n<p>`]) {
        const outcome = await site().fetch(bytes, { timeoutMs: 30 });
        assert.equal(failureOf(outcome)[0], "timeout", bytes);
      }
    });

    it("The live web still answers the next request after a server misbehaved", async () => {
      await site().fetch("", { timeoutMs: 30 });
      assert.equal(textOf(await site().fetch(response("200 OK", HTML, "a"))), "a");
    });

    it("The live web holds up a waiting request no longer than its own limit, and never sends it then", async () => {
      const requests = site().requests.length;
      const blocking = site().fetch("", { timeoutMs: 1_000 });
      const waiting = await site().fetch(response("200 OK", HTML, "a"), { timeoutMs: 30 });
      assert.equal(failureOf(waiting)[0], "timeout");
      await blocking;
      assert.equal(textOf(await site().fetch(response("200 OK", HTML, "b"))), "b");
      assert.equal(site().requests.length, requests + 2);
    });
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { failureOf, pageOf, response, useScriptedSite } from "./support/scripted-site.ts";

describe("what a response decides", () => {
  const site = useScriptedSite();

  describe("redirects", () => {
    const statuses = ["300", "301", "302", "303", "307", "308"];
    for (const status of statuses) {
      it(`The live web turns a redirect into a link to its canonical target: ${status}`, async () => {
        const outcome = await site().fetch(response(`${status} Go`, "location: ../a/./b?c#d\r\n"));
        assert.equal(outcome.kind === "redirect" && outcome.status, Number(status));
        const target = `http://127.0.0.1:${site().server.port}/a/b?c`;
        assert.equal(outcome.kind === "redirect" && outcome.location, target);
      });
    }

    it("The live web follows a redirect by the octets of its target, as Chrome and curl do", async () => {
      for (const [encoding, path] of [
        ["utf8", "/%C3%A9"],
        ["latin1", "/%E9"],
      ] as const) {
        const head = Buffer.from(
          "HTTP/1.1 301 Go\r\ncontent-length: 0\r\nlocation: /é\r\n\r\n",
          encoding,
        );
        const outcome = await site().fetch(head);
        assert.ok(outcome.kind === "redirect" && outcome.location.endsWith(path), encoding);
      }
    });

    it("The live web fails permanently on a redirect without a target", async () => {
      for (const location of [
        "",
        "location: http://[\r\n",
        "location: http://u:p@site.example/\r\n",
      ]) {
        const outcome = await site().fetch(response("302 Go", location));
        assert.deepEqual(failureOf(outcome), ["bad-redirect", 302], location);
      }
    });

    it("The live web refuses a redirect out of http", async () => {
      const outcome = await site().fetch(response("302 Go", "location: file:///etc/passwd\r\n"));
      const detail = "file:///etc/passwd";
      const headers = [
        ["location", detail],
        ["content-length", "0"],
      ];
      const head = { status: 302, headers };
      assert.deepEqual(outcome, { kind: "refused", rule: "scheme", detail, ...head });
    });

    it("The live web does not follow a redirect", async () => {
      const count = site().requests.length;
      await site().fetch(response("302 Go", "location: /elsewhere\r\n"));
      assert.equal(site().requests.length, count + 1);
    });
  });

  it("The live web reads headers as UTF-8 or Latin-1, each by itself", async () => {
    const head = Buffer.concat([
      Buffer.from("HTTP/1.1 200 OK\r\nx-one: é\r\n", "utf8"),
      Buffer.from("x-two: é\r\ncontent-length: 0\r\n\r\n", "latin1"),
    ]);
    assert.deepEqual(pageOf(await site().fetch(head)).headers.slice(0, 2), [
      ["x-one", "é"],
      ["x-two", "é"],
    ]);
  });

  describe("statuses", () => {
    for (const status of [400, 401, 403, 404, 405, 410, 418, 451]) {
      it(`The live web reads status ${status} as a missing page`, async () => {
        const headers = [["x-a", "b"]];
        const outcome = await site().fetch(response(`${status} No`, "x-a: b\r\n", "sorry"));
        assert.ok(outcome.kind === "gone", JSON.stringify(outcome));
        assert.deepEqual([outcome.status, outcome.headers?.slice(0, 1)], [status, headers]);
      });
    }

    const failures: readonly (readonly [status: number, reason: string])[] = [
      [304, "protocol"],
      [408, "timeout"],
      [425, "server-error"],
      [429, "slow-down"],
      [500, "server-error"],
      [502, "server-error"],
      [503, "slow-down"],
      [504, "server-error"],
      [599, "server-error"],
      [999, "protocol"],
    ];
    for (const [status, reason] of failures) {
      it(`The live web reads status ${status} as a failure: ${reason}`, async () => {
        const outcome = await site().fetch(response(`${status} No`, ""));
        assert.deepEqual(failureOf(outcome), [reason, status]);
      });
    }

    const waits: readonly (readonly [header: string, waitMs: number | undefined])[] = [
      ["retry-after: 120\r\n", 120_000],
      ["retry-after: Thu, 01 Jan 2026 00:01:00 GMT\r\n", 60_000],
      ["retry-after: soon\r\n", undefined],
      ["", undefined],
    ];
    for (const [header, waitMs] of waits) {
      it(`The live web passes on the Retry-After of a 503: ${header.trim() || "nothing"}`, async () => {
        const outcome = await site().fetch(response("503 Busy", header));
        assert.equal(outcome.kind === "failed" ? outcome.retryAfterMs : Number.NaN, waitMs);
      });
    }

    for (const status of ["408 Late", "429 Slow", "500 No", "502 No", "509 Busy"]) {
      it(`The live web passes on the Retry-After of ${status}`, async () => {
        const outcome = await site().fetch(response(status, "retry-after: 300\r\n"));
        assert.equal(outcome.kind === "failed" && outcome.retryAfterMs, 300_000);
      });
    }

    it("The live web judges a status without its body, however long that is", {
      timeout: 20 * 60_000,
    }, async () => {
      const endless = `HTTP/1.1 404 No\r\n\r\n${"x".repeat(100_000)}`;
      const outcome = await site().fetch(endless, { timeoutMs: 60 * 60_000 });
      assert.deepEqual(outcome, { kind: "gone", status: 404, headers: [] });
    });

    it("The live web judges a status even when its body is slow or breaks off", async () => {
      const slow = "HTTP/1.1 404 No\r\ncontent-length: 10\r\n\r\nx";
      const headers = [["content-length", "10"]];
      const gone = { kind: "gone", status: 404, headers };
      // A busy machine may not have the head within the limit: then with a longer one.
      let outcome = await site().fetch(slow, { timeoutMs: 1_000 });
      for (let timeoutMs = 10_000; outcome.kind === "failed" && timeoutMs < 1e6; timeoutMs *= 10)
        outcome = await site().fetch(slow, { timeoutMs });
      assert.deepEqual(outcome, gone);
      const broken = { bytes: slow, end: "reset" } as const;
      assert.deepEqual(await site().fetch(broken), gone);
    });
  });
});

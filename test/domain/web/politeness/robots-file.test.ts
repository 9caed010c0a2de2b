import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FetchOutcome } from "../../../../lib/domain/web/http/fetch-outcome.ts";
import { robotsFileOf } from "../../../../lib/domain/web/politeness/robots-rules.ts";
import { aUrl } from "../../../support/a-url.ts";

const UNAVAILABLE = { kind: "unavailable" };

function page(body: Uint8Array | string, truncated = false) {
  return {
    kind: "page",
    url: aUrl("https://a.example/robots.txt"),
    status: 200,
    headers: [],
    body: typeof body === "string" ? new TextEncoder().encode(body) : body,
    mediaType: "text/plain",
    charset: undefined,
    truncated,
  } as const;
}

function textOf(body: Uint8Array | string, truncated = false): string | undefined {
  const file = robotsFileOf(page(body, truncated), true);
  return file.kind === "found" ? file.text : undefined;
}

function failed(status: number, retryAfterMs?: number) {
  const outcome = { kind: "failed", reason: "server-error", detail: "oh", status } as const;
  return retryAfterMs === undefined ? outcome : { ...outcome, retryAfterMs };
}

function refused(rule: Extract<FetchOutcome, { kind: "refused" }>["rule"]) {
  return { kind: "refused", rule, detail: "10.0.0.1" } as const;
}

describe("the meaning of an answer to robots.txt (RFC 9309 §2.3.1)", () => {
  it("A robots.txt answered with 4xx other than 429, or not recorded, is unavailable: all is allowed", () => {
    assert.deepEqual(robotsFileOf({ kind: "gone", status: 404 }, true), UNAVAILABLE);
    assert.deepEqual(robotsFileOf({ kind: "not-recorded" }, true), UNAVAILABLE);
    for (const status of [400, 408, 425, 499]) {
      assert.deepEqual(robotsFileOf(failed(status), true), UNAVAILABLE, String(status));
    }
  });

  it("A robots.txt that redirects to nowhere is unavailable", () => {
    const lost = { kind: "failed", reason: "bad-redirect", detail: "", status: 302 } as const;
    assert.deepEqual(robotsFileOf(lost, true), UNAVAILABLE);
  });

  it("A robots.txt answered with 429 or 5xx, or not at all, is unreachable for the time that was asked for", () => {
    for (const status of [429, 500, 503]) {
      const file = { kind: "unreachable", detail: "server-error: oh", retryAfterMs: 0 };
      assert.deepEqual(robotsFileOf(failed(status), true), file);
      assert.deepEqual(robotsFileOf(failed(status, 7), true), { ...file, retryAfterMs: 7 });
    }
    const silent = { kind: "failed", reason: "timeout", detail: "" } as const;
    assert.equal(robotsFileOf(silent, true).kind, "unreachable");
  });

  it("A robots.txt without a server is absent, but not one that was redirected to where none is", () => {
    const absent = { kind: "failed", reason: "dns", detail: "", isAbsent: true } as const;
    const file = { kind: "unreachable", detail: "dns: ", retryAfterMs: 0 };
    assert.deepEqual(robotsFileOf(absent, true), { ...file, isAbsent: true });
    assert.deepEqual(robotsFileOf(absent, false), file);
  });

  it("A refused request for robots.txt refuses the host, unless a redirect led to what was refused", () => {
    assert.deepEqual(robotsFileOf(refused("address"), true), refused("address"));
    const hidden = {
      kind: "unreachable",
      detail: "redirected: address 10.0.0.1",
      retryAfterMs: 0,
    };
    assert.deepEqual(robotsFileOf(refused("address"), false), hidden);
    assert.equal(robotsFileOf(refused("scheme"), true).kind, "unreachable");
  });
});

describe("the text of robots.txt", () => {
  it("A robots.txt is UTF-8, or UTF-16 with a byte order mark or without one", () => {
    const rule = "Disallow: /é";
    const le = Buffer.from(rule, "utf16le");
    const be = Buffer.from(le).swap16();
    assert.equal(textOf(rule), rule);
    assert.equal(textOf(Buffer.concat([Buffer.of(0xff, 0xfe), le])), rule);
    assert.equal(textOf(Buffer.concat([Buffer.of(0xfe, 0xff), be])), rule);
    assert.deepEqual([textOf(le), textOf(be)], [rule, rule]);
  });

  it("The octets of a robots.txt that is no UTF-8 are those of its paths", () => {
    for (const first of [0xff, 0xfe, 0xe9]) {
      const escape = `%${first.toString(16).toUpperCase()}`;
      assert.equal(textOf(Buffer.of(first, 0x41, 0x42)), `${escape}AB`);
      assert.equal(textOf(Buffer.of(0x41, first, 0x42)), `A${escape}B`);
    }
  });

  it("A robots.txt that was cut off loses its last line, which may be half a rule", () => {
    assert.equal(textOf("Disallow: /a\nDisallow: /b\nDis", true), "Disallow: /a\nDisallow: /b\n");
    assert.equal(textOf("Disallow: /a\rDisallow: /", true), "Disallow: /a\r");
    assert.equal(textOf("Disallow: /a\nDisallow: /b"), "Disallow: /a\nDisallow: /b");
    assert.equal(textOf("Disallow: /", true), "", "its only line may be half a rule, too");
  });
});

import assert from "node:assert/strict";
import { after, before } from "node:test";
import {
  createLiveWeb,
  type LiveWeb,
  type LiveWebSettings,
} from "../../../../../lib/adapters/web/live/live-web.ts";
import type {
  FetchedPage,
  FetchLimits,
  FetchOutcome,
} from "../../../../../lib/domain/web/http/fetch-outcome.ts";
import { aUrl } from "../../../../support/a-url.ts";
import { type RawServer, startRawServer } from "./raw-server.ts";

const LIMITS: FetchLimits = { bodyBytes: 1_000, timeoutMs: 60_000 };

/** The header of a page, as it goes over the wire. */
export const HTML = "content-type: text/html; charset=utf-8\r\n";

/** A live web for servers on loopback. */
export const SETTINGS: LiveWebSettings = {
  userAgent: "Dowser/test",
  allowLoopback: true,
  acceptMediaTypes: ["text/html", "application/xhtml+xml"],
};

/** The live web's clock: ms since the epoch. */
const NOW = Date.UTC(2026, 0, 1);

/** What the server answers: bytes, after which it may hang up. */
export type Script =
  | string
  | Uint8Array
  | { readonly bytes: string | Uint8Array; readonly end: "close" | "reset" };

/** A script, or what makes one for each request. */
export type Scripts = Script | (() => Script);

/** A loopback server that answers scripts, and a live web that asks it. */
export interface ScriptedSite {
  readonly web: LiveWeb;
  readonly server: RawServer;
  /** Requests received, as they came. */
  readonly requests: readonly string[];
  /** Fetches a fresh path of the server, for which it answers `script`; `""` for nothing. */
  fetch(
    script: Scripts,
    limits?: Partial<FetchLimits>,
    from?: LiveWeb["anyMediaType"],
  ): Promise<FetchOutcome>;
}

/** Starts a site before the tests of the current suite, and ends it after them. */
export function useScriptedSite(): () => ScriptedSite {
  let site: ScriptedSite | undefined;
  before(async () => {
    site = await startSite();
  });
  after(async () => {
    await site?.web.close();
    await site?.server.close();
  });
  return () => {
    assert.ok(site !== undefined);
    return site;
  };
}

async function startSite(): Promise<ScriptedSite> {
  const scripts: Scripts[] = [];
  const requests: string[] = [];
  const server = await startRawServer((socket, request) => {
    requests.push(request);
    const made = scripts[Number(request.split(" ", 2)[1]?.slice(1))] ?? "";
    const script = typeof made === "function" ? made() : made;
    const isWhole = typeof script === "string" || script instanceof Uint8Array;
    socket.write(isWhole ? script : script.bytes);
    if (isWhole) return;
    if (script.end === "close") socket.end();
    else socket.resetAndDestroy();
  });
  const userAgent = "Dowser/0.1 (+mailto:owner@site.example)";
  const web = createLiveWeb({ ...SETTINGS, userAgent, now: () => NOW });
  return {
    web,
    server,
    requests,
    fetch: (script, limits = {}, from = web) => {
      const path = scripts.push(script) - 1;
      const url = aUrl(`http://127.0.0.1:${server.port}/${path}`);
      return from.fetch(url, { ...LIMITS, ...limits });
    },
  };
}

/** A response as it goes over the wire. */
export function response(
  status: string,
  headers: string,
  body: string | Uint8Array = "",
): Uint8Array {
  const octets = Buffer.from(body);
  const head = `HTTP/1.1 ${status}\r\n${headers}content-length: ${octets.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), octets]);
}

/** Reason and status of an outcome that must be a failure. */
export function failureOf(
  outcome: FetchOutcome,
): readonly [reason: string, status: number | undefined] {
  assert.ok(outcome.kind === "failed", JSON.stringify(outcome));
  return [outcome.reason, outcome.status];
}

/** The page that an outcome must be. */
export function pageOf(outcome: FetchOutcome): FetchedPage {
  assert.ok(outcome.kind === "page", JSON.stringify(outcome));
  return outcome;
}

/** The text of the page that an outcome must be. */
export function textOf(outcome: FetchOutcome): string {
  return new TextDecoder().decode(pageOf(outcome).body);
}

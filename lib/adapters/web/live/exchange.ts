import { type Agent, type Dispatcher, errors } from "undici";
import {
  type FailureReason,
  type FetchLimits,
  type FetchOutcome,
  type HeaderList,
  headerText,
  headerTokens,
  headerValue,
  mediaTypeOf,
  type RequestMethod,
  type ResponseHead,
  responseOutcome,
} from "../../../domain/web/http/fetch-outcome.ts";
import { SNIFFED_BYTES, sniffType } from "../../../domain/web/http/sniff-type.ts";
import { retryAfterMs } from "../../../domain/web/politeness/retry.ts";
import type { Url } from "../../../domain/web/url/url.ts";
import { type BodyBuffer, createBodyBuffer, pageOfResponse } from "../decode-content.ts";
import { ConnectionRefusal } from "./guarded-connector.ts";

/**
 * The decision on a 2xx answer by its head, with its media type (`""` if none was sent): its body is
 * read, the start of its body decides, its head is all that is wanted, or it is refused.
 */
export type WorthOf = (
  answer: ResponseHead & { readonly url: Url; readonly mediaType: string },
) => "body" | "start" | "head" | "nothing";

/** One request to make. */
interface ExchangeRequest {
  readonly url: Url;
  /** Whether a proxy is asked for it by its URL, and not its server by its path. */
  readonly isForwarded: boolean;
  /** Names and values, alternating. */
  readonly headers: string[];
  /** Whether the headers have a condition, which 304 answers. */
  readonly isConditional: boolean;
  readonly limits: FetchLimits;
  readonly method: RequestMethod;
  /** Decides whether the body of an answer is worth reading. */
  readonly worthOf: WorthOf;
  /** Returns whether the request goes over a connection that was opened for an earlier one. */
  readonly isReused: () => boolean;
  /** Returns ms since the epoch. */
  readonly now: () => number;
}

/**
 * Bytes that are read of an unneeded body (of a redirect, an error page) to reuse the connection.
 * They cost about as much as a new connection.
 */
const DRAIN_BYTES = 65_536;

/** Most 1xx responses before the real one; servers send one or two. */
const MAX_INTERIM = 64;

/** Ends an exchange from this side; carries no information. */
const DONE = new Error("exchange ended");

/**
 * Makes one request; the outcome describes whatever the server does. A server may close a connection that was kept open
 * while it is asked again: then it has not read the request, which is sent on another one at once (RFC 9112 §9.3.1).
 */
export function exchange(agent: Agent, request: ExchangeRequest): Promise<FetchOutcome> {
  const { promise, resolve } = Promise.withResolvers<FetchOutcome>();
  const handler = new ExchangeHandler(request, resolve, () => exchange(agent, request));
  // A canonical URL always has a path.
  const pathStart = request.url.indexOf("/", request.url.indexOf("//") + 2);
  agent.dispatch(
    {
      origin: request.url.slice(0, pathStart),
      path: request.isForwarded ? request.url : request.url.slice(pathStart),
      method: request.method,
      headers: request.headers,
    },
    handler,
  );
  return promise;
}

/** Receives what undici reads from the socket, and settles once. */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #request: ExchangeRequest;
  readonly #resolve: (outcome: FetchOutcome | Promise<FetchOutcome>) => void;
  readonly #again: () => Promise<FetchOutcome>;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #head: Head | undefined;
  #body: BodyBuffer | undefined;
  #drained = 0;
  #interim = 0;
  #isSettled = false;

  constructor(
    request: ExchangeRequest,
    resolve: (outcome: FetchOutcome | Promise<FetchOutcome>) => void,
    again: () => Promise<FetchOutcome>,
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.#again = again;
    this.#timer = setTimeout(() => this.#timeOut(), request.limits.timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isSettled) controller.abort(DONE);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    // 1xx responses announce the real one (RFC 9110 §15.2).
    if (status < 200) return this.#countInterim();
    this.#head = judgeHead(status, controller.rawHeaders, this.#request);
    if (this.#head.kind === "outcome" && !this.#head.isDrained) this.#settle(this.#head.outcome);
  }

  #countInterim(): void {
    this.#interim++;
    if (this.#interim <= MAX_INTERIM || this.#isSettled) return;
    const detail = `more than ${MAX_INTERIM} interim responses`;
    this.#settle({ kind: "failed", reason: "protocol", detail });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const head = this.#head;
    if (head === undefined || this.#isSettled) return;
    if (head.kind === "page") {
      this.#body ??= createBodyBuffer(this.#request.limits.bodyBytes);
      const isRoom = this.#body.append(chunk);
      if (head.isUndecided && this.#body.bytes().length >= SNIFFED_BYTES) {
        const refusal = this.#refusalByStart(head, this.#body.bytes());
        if (refusal !== undefined) return this.#settle(refusal);
        this.#head = { ...head, isUndecided: false };
      }
      if (!isRoom) this.#settle(this.#page(head, true));
      return;
    }
    this.#drained += chunk.length;
    if (this.#drained > DRAIN_BYTES) this.#settle(head.outcome);
  }

  onResponseEnd(): void {
    if (this.#head === undefined || this.#isSettled) return;
    this.#finish(this.#head.kind === "page" ? this.#page(this.#head, false) : this.#head.outcome);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isSettled) return;
    const head = this.#head;
    if (head?.kind === "outcome") this.#finish(head.outcome);
    else if (head !== undefined && this.#body !== undefined && isEarlyEnd(error))
      this.#finish(this.#page(head, true));
    else if (head === undefined && isClosed(error) && this.#request.isReused())
      this.#finish(this.#again());
    else this.#finish(failureOf(error));
  }

  #timeOut(): void {
    const { timeoutMs } = this.#request.limits;
    const detail = `not done after ${timeoutMs} ms`;
    this.#settle(
      this.#head?.kind === "outcome"
        ? this.#head.outcome
        : { kind: "failed", reason: "timeout", detail },
    );
  }

  /** Settles before the response has ended: the connection cannot be used again. */
  #settle(outcome: FetchOutcome | Promise<FetchOutcome>): void {
    this.#finish(outcome);
    this.#controller?.abort(DONE);
  }

  #finish(outcome: FetchOutcome | Promise<FetchOutcome>): void {
    clearTimeout(this.#timer);
    this.#isSettled = true;
    this.#resolve(outcome);
    this.#body = undefined;
  }

  /** Refuses a body by its first bytes, where its head does not say what it is. */
  #refusalByStart(head: PageHead, start: Uint8Array): FetchOutcome | undefined {
    const { url, worthOf } = this.#request;
    const { status, headers } = head;
    const sent = mediaTypeOf(headers).mediaType;
    const worth = worthOf({ url, status, headers, mediaType: sniffType(sent, start) });
    return worth === "body" ? undefined : refusedType(head, sent);
  }

  async #page(head: PageHead, isCut: boolean): Promise<FetchOutcome> {
    const { url, limits } = this.#request;
    const sent = this.#body?.bytes() ?? new Uint8Array();
    const refusal = head.isUndecided ? this.#refusalByStart(head, sent) : undefined;
    if (refusal !== undefined) return refusal;
    return pageOfResponse(url, head, sent, {
      limitBytes: limits.bodyBytes,
      isCut,
    });
  }
}

/**
 * Checks whether the server itself ended a body before the end that it had declared, or broke off its
 * chunks: browsers and curl show what there is. A connection that was lost is tried again.
 */
function isEarlyEnd(error: Error): boolean {
  return (
    error instanceof errors.HTTPParserError ||
    error instanceof errors.ResponseContentLengthMismatchError ||
    (error instanceof errors.SocketError && error.message === "other side closed")
  );
}

/** Errors of a connection that the server has closed: that one, and not all of them as at the end of a crawl. */
const CLOSED: ReadonlySet<unknown> = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);

function isClosed(error: Error): boolean {
  return "code" in error && CLOSED.has(error.code);
}

/** Returns the outcome of an exchange that ended with `error` before a response was complete. */
function failureOf(error: Error): FetchOutcome {
  if (error instanceof ConnectionRefusal) return { ...error.verdict, detail: error.message };
  return { kind: "failed", reason: reasonOf(error), detail: error.message || error.name };
}

/** Returns the reason. After a connection is open, all other errors are ways of losing it. */
function reasonOf(error: Error): FailureReason {
  if (error instanceof errors.HTTPParserError) return "protocol";
  if (error instanceof errors.HeadersOverflowError) return "protocol";
  if (error instanceof errors.InvalidArgumentError) return "protocol";
  return "code" in error && error.code === "ETIMEDOUT" ? "timeout" : "reset";
}

/** A response whose body is worth reading. */
interface PageHead extends ResponseHead {
  readonly kind: "page";
  /** Whether the first bytes of the body decide if the others are read. */
  readonly isUndecided: boolean;
}

/**
 * The decision on a response's status and headers. `isDrained`: reading the body is cheaper than a
 * new connection.
 */
type Head =
  | PageHead
  | { readonly kind: "outcome"; readonly outcome: FetchOutcome; readonly isDrained: boolean };

/** Decides on `status` (200 or more) and `rawHeaders` (undici's: names and values, alternating). */
function judgeHead(
  status: number,
  rawHeaders: unknown,
  asked: Pick<ExchangeRequest, "url" | "method" | "isConditional" | "worthOf" | "now">,
): Head {
  const { url, method, isConditional, worthOf, now } = asked;
  const headers = headerList(rawHeaders);
  if (isConditional && status === NOT_MODIFIED) {
    return { kind: "outcome", outcome: { kind: "not-modified", status, headers }, isDrained: true };
  }
  const isHead = method === "HEAD";
  if (isHead && REFUSED_METHOD.has(status)) return getNeeded({ status, headers });
  const decided = responseOutcome(url, { status, headers });
  if (decided !== undefined) {
    return { kind: "outcome", outcome: withRetryAfter(decided, headers, now()), isDrained: true };
  }
  const media = mediaTypeOf(headers);
  const { mediaType } = media;
  const worth = worthOf({ url, status, headers, mediaType });
  if (worth === "head") {
    const unread = { body: new Uint8Array(), truncated: true };
    const outcome = { kind: "page", url, status, headers, ...media, ...unread } as const;
    return { kind: "outcome", outcome, isDrained: isHead };
  }
  if (worth === "body" || worth === "start") {
    // The first bytes of a coded body are those of its coding.
    const isUndecided = worth === "start" && headerTokens(headers, "content-encoding").length === 0;
    return isHead ? getNeeded({ status, headers }) : { kind: "page", status, headers, isUndecided };
  }
  return {
    kind: "outcome",
    outcome: refusedType({ status, headers }, mediaType),
    isDrained: isHead,
  };
}

function refusedType({ status, headers }: ResponseHead, mediaType: string): FetchOutcome {
  return { kind: "refused", rule: "content-type", detail: mediaType, status, headers };
}

/** The page is as the condition says (RFC 9110 §15.4.5). */
const NOT_MODIFIED = 304;

/** Statuses of servers that know no HEAD: Method Not Allowed, and Not Implemented. */
const REFUSED_METHOD: ReadonlySet<number> = new Set([405, 501]);

function getNeeded(head: ResponseHead): Head {
  return { kind: "outcome", outcome: { kind: "get-needed", ...head }, isDrained: true };
}

function withRetryAfter(outcome: FetchOutcome, headers: HeaderList, now: number): FetchOutcome {
  if (outcome.kind !== "failed") return outcome;
  const asked = headerValue(headers, "retry-after");
  const waitMs = asked === undefined ? undefined : retryAfterMs(asked, now);
  return waitMs === undefined ? outcome : { ...outcome, retryAfterMs: waitMs };
}

/** Converts headers: undici gives those of HTTP/1.1 as buffers. */
function headerList(rawHeaders: unknown): HeaderList {
  if (!Array.isArray(rawHeaders)) return [];
  const list: (readonly [string, string])[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = latin1(rawHeaders[i]).toLowerCase();
    list.push([name, headerText(latin1(rawHeaders[i + 1]), name)]);
  }
  return list;
}

function latin1(octets: unknown): string {
  return Buffer.isBuffer(octets) ? octets.toString("latin1") : String(octets);
}

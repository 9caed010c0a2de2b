import type { Agent, Dispatcher } from "undici";

import type { FetchLimits, FetchOutcome } from "../../../domain/fetch/fetch-outcome.ts";
import type { Url } from "../../../domain/url/url.ts";
import { type BodyBuffer, createBodyBuffer } from "../body-buffer.ts";
import { pageOfResponse } from "../page-of-response.ts";
import { failureOf } from "./failure.ts";
import { type Head, judgeHead, type PageHead } from "./judge-head.ts";

/** One request to make. */
export interface ExchangeRequest {
  readonly url: Url;
  /** Name and value in turn. */
  readonly headers: string[];
  readonly limits: FetchLimits;
  /** Is a body of this media type (`""` for none sent) worth reading? */
  readonly accepts: (mediaType: string) => boolean;
  /** Ms since the epoch. */
  readonly now: () => number;
}

/**
 * Bytes of a body nobody wants (of a redirect, an error page) that are read so that the connection
 * can be used again: about what a new connection costs.
 */
const DRAIN_BYTES = 65_536;

/** Ends an exchange from this side; carries nothing. */
const DONE = new Error("exchange ended");

/** Makes one request; whatever the server does, the outcome says it. */
export function exchange(agent: Agent, request: ExchangeRequest): Promise<FetchOutcome> {
  const { promise, resolve } = Promise.withResolvers<FetchOutcome>();
  const handler = new ExchangeHandler(request, resolve);
  // A canonical URL always has a path.
  const pathStart = request.url.indexOf("/", request.url.indexOf("//") + 2);
  agent.dispatch(
    {
      origin: request.url.slice(0, pathStart),
      path: request.url.slice(pathStart),
      method: "GET",
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
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #head: Head | undefined;
  #body: BodyBuffer | undefined;
  #drained = 0;
  #isSettled = false;

  constructor(
    request: ExchangeRequest,
    resolve: (outcome: FetchOutcome | Promise<FetchOutcome>) => void,
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.#timer = setTimeout(() => this.#timeOut(), request.limits.timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isSettled) controller.abort(DONE);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    // 1xx responses announce the real one (RFC 9110 §15.2).
    if (status < 200) return;
    this.#head = judgeHead(status, controller.rawHeaders, this.#request);
    if (this.#head.kind === "outcome" && !this.#head.isDrained) this.#settle(this.#head.outcome);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const head = this.#head;
    if (head === undefined || this.#isSettled) return;
    if (head.kind === "page") {
      this.#body ??= createBodyBuffer(this.#request.limits.bodyBytes);
      if (!this.#body.append(chunk)) this.#settle(this.#page(head, true));
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
    this.#finish(this.#head?.kind === "outcome" ? this.#head.outcome : failureOf(error));
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

  #page(head: PageHead, isCut: boolean): Promise<FetchOutcome> {
    const { url, limits } = this.#request;
    const sent = this.#body?.bytes() ?? new Uint8Array();
    return pageOfResponse(url, head, sent, {
      limitBytes: limits.bodyBytes,
      isCut,
      mayBeUndone: false,
    });
  }
}

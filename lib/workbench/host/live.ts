import type { ServerResponse } from "node:http";
import type { WorkbenchPorts } from "../workbench-ports.ts";

/** Time between two looks at a crawl, in ms: nobody reads faster. */
const EVERY_MS = 2_000;

/** A look may take this share of the time: a crawl is not slowed by being watched. */
const SHARE = 0.02;

/** Time after which a line is sent where nothing changes, in ms: a closed browser shows by it. */
const ALIVE_MS = 20_000;

/** Sends the figures of crawls to those who watch. */
export interface Live {
  /** Sends the figures of a run whenever they change, until the browser leaves. */
  send(run: string, response: ServerResponse): void;
  close(): void;
}

/** Looks at each run that is watched, once for all who watch it. */
export function startLive(crawls: Pick<WorkbenchPorts["crawls"], "watch">): Live {
  const watchers = new Map<string, Watcher>();
  return {
    send(run, response) {
      const watcher = watchers.get(run) ?? new Watcher(() => crawls.watch(run));
      watchers.set(run, watcher);
      response.writeHead(200, { "content-type": "text/event-stream" });
      watcher.add(response);
      response.on("close", () => {
        watcher.remove(response);
        if (watcher.isAlone) watchers.delete(run);
      });
    },
    close() {
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}

/** Those who watch a run. */
class Watcher {
  readonly #look: () => Promise<unknown>;
  readonly #responses = new Set<ServerResponse>();
  #timer: NodeJS.Timeout | undefined;
  #last = "";
  #sentAt = 0;
  #isLooking = false;

  constructor(look: () => Promise<unknown>) {
    this.#look = look;
  }

  get isAlone(): boolean {
    return this.#responses.size === 0;
  }

  add(response: ServerResponse): void {
    this.#responses.add(response);
    if (this.#last !== "") response.write(this.#last);
    if (!this.#isLooking && this.#timer === undefined) void this.#lookNow();
  }

  remove(response: ServerResponse): void {
    this.#responses.delete(response);
    if (!this.isAlone) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  close(): void {
    for (const response of this.#responses) response.end();
    this.#responses.clear();
    clearTimeout(this.#timer);
  }

  async #lookNow(): Promise<void> {
    this.#isLooking = true;
    const begun = performance.now();
    // A run that cannot be read now, as while it is created, is looked at again.
    const said = await this.#look().then(JSON.stringify, () => undefined);
    const text = said === undefined ? this.#last : `data: ${said}\n\n`;
    const now = performance.now();
    if (text !== this.#last) this.#send(text, now);
    else if (now - this.#sentAt > ALIVE_MS) this.#send(": \n\n", now, false);
    this.#isLooking = false;
    if (this.isAlone) return;
    const pause = Math.max(EVERY_MS, (now - begun) / SHARE);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#lookNow();
    }, pause);
  }

  #send(text: string, now: number, isKept = true): void {
    if (isKept) this.#last = text;
    this.#sentAt = now;
    for (const response of this.#responses) response.write(text);
  }
}

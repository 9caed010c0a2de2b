import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startStatus } from "../../../lib/run/print/status-line.ts";

/** A stream that notes what is written, and a clock to set. */
function aStatus(isTTY: boolean) {
  const written: string[] = [];
  const clock = { time: 0 };
  const write = (text: string) => written.push(text) > 0;
  const status = startStatus({ isTTY, write }, () => clock.time);
  const showAt = (time: number, text: string, isNews?: boolean) => {
    clock.time = time;
    status.show(() => text, isNews);
  };
  return { written, status, showAt };
}

describe("startStatus", () => {
  it("`startStatus` writes a line every five seconds, and nothing for work that takes less", () => {
    const { written, status, showAt } = aStatus(false);
    showAt(4_999, "one");
    showAt(5_000, "two");
    showAt(9_999, "three");
    showAt(10_000, "four");
    status.stop();
    assert.deepEqual(written, ["two\n", "four\n"]);
  });

  it("`startStatus` rewrites one line of a terminal, and removes it at the end", () => {
    const { written, status, showAt } = aStatus(true);
    showAt(199, "one");
    showAt(200, "two");
    status.stop();
    assert.deepEqual(written, ["\r\u001b[2Ktwo", "\r\u001b[2K"]);
  });

  it("`startStatus` shows news at once when anything was shown before", () => {
    const { written, showAt } = aStatus(false);
    showAt(1, "early news", true);
    showAt(5_000, "work");
    showAt(5_001, "news", true);
    assert.deepEqual(written, ["work\n", "news\n"]);
  });
});

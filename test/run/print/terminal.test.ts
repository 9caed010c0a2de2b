import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { describe, it } from "node:test";
import { printNotice, printResult } from "../../../lib/run/print/print-line.ts";
import {
  columnsOf,
  inTerminal,
  interrupted,
  type Terminal,
  terminal,
} from "../../../lib/run/print/terminal.ts";

/** A terminal whose output can be read and that can be interrupted. */
function aTerminal() {
  const signals = new EventEmitter();
  const output = new PassThrough({ encoding: "utf8" });
  const made: Terminal = {
    stdin: new PassThrough(),
    stdout: output,
    stderr: output,
    env: {},
    on: (signal, listener) => signals.on(signal, listener),
    off: (signal, listener) => signals.off(signal, listener),
    exit: () => {
      throw new Error("ended");
    },
  };
  return { made, signals, printed: () => String(output.read()) };
}

describe("the terminal of a command", () => {
  it("The terminal of a command follows its calls, also after it has waited", async () => {
    const [first, second] = [aTerminal(), aTerminal()];
    const say = async (text: string) => {
      printResult(`result of ${text}`);
      await new Promise(setImmediate);
      printNotice(`notice of ${text}`);
    };
    await Promise.all([
      inTerminal(first.made, () => say("first")),
      inTerminal(second.made, () => say("second")),
    ]);
    assert.equal(first.printed(), "result of first\nnotice of first\n");
    assert.equal(second.printed(), "result of second\nnotice of second\n");
  });

  it("Outside of a command the terminal is the process", () => {
    assert.equal(terminal(), process);
  });

  it("Ctrl-C reaches the command of its terminal alone, which then listens no more", async () => {
    const [one, other] = [aTerminal(), aTerminal()];
    const ended: string[] = [];
    const waiting = inTerminal(one.made, () => interrupted().then(() => ended.push("one")));
    void inTerminal(other.made, () => interrupted().then(() => ended.push("other")));
    one.signals.emit("SIGINT");
    await waiting;
    assert.deepEqual(ended, ["one"]);
    assert.deepEqual(one.signals.eventNames(), []);
    assert.deepEqual(other.signals.eventNames(), ["SIGINT", "SIGTERM"]);
  });

  it("A stream that does not tell its width has 80 columns", () => {
    assert.deepEqual(
      [columnsOf({}), columnsOf({ columns: 0 }), columnsOf({ columns: 120 })],
      [80, 80, 120],
    );
  });
});

import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AskedRestore, MeasuredRestore } from "./measure-restore.ts";

/** Restores in a process of its own, whose memory and temporary files are measured. */
export async function restoredApart(asked: AskedRestore): Promise<MeasuredRestore> {
  const files = mkdtempSync(join(tmpdir(), "bench-restored-"));
  try {
    const env = { ...process.env, TMPDIR: files };
    const child = fork(join(import.meta.dirname, "measure-restore.ts"), { env, execArgv: [] });
    const ended = once(child, "exit").then(() => []);
    child.send(asked);
    const [measured]: MeasuredRestore[] = await Promise.race([once(child, "message"), ended]);
    if (measured === undefined) throw new Error("a restore told nothing");
    return measured;
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
}

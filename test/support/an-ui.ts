import { mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OpenedUi, openUi } from "../../lib/cli/ui.ts";

/** A workbench over a folder of its own, which is removed at the end. */
export interface TestedUi extends OpenedUi {
  readonly folder: string;
  /** Address without the token. */
  readonly origin: string;
  /** Asks as a program that has the token. */
  readonly ask: (method: string, path: string, body?: string) => Promise<Response>;
}

/** Opens a workbench in a new folder, or in the one given. */
export async function anUi(web: readonly string[] = [], given?: string): Promise<TestedUi> {
  const folder = given ?? mkdtempSync(join(tmpdir(), "dowser-ui-"));
  const ui = await openUi(folder, { host: "127.0.0.1", port: 0, web });
  const { origin, searchParams } = new URL(ui.url);
  const headers = { authorization: `Bearer ${searchParams.get("token")}` };
  return {
    ...ui,
    folder,
    origin,
    ask: (method, path, body) =>
      fetch(`${origin}/api${path}`, { method, headers, ...(body !== undefined && { body }) }),
    async close() {
      const paused = await ui.close();
      if (given === undefined) rmSync(folder, { recursive: true, force: true });
      return paused;
    },
  };
}

/**
 * Stops the crawls that a workbench over a folder has begun, or lets them go on: they may be faster than
 * what looks at them. Only Linux tells in which folder a process works.
 */
export function signalCrawls(folder: string, signal: "SIGSTOP" | "SIGCONT"): void {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    if (folderOf(pid) === folder) process.kill(Number(pid), signal);
}

/** Returns the folder in which a process works; `undefined` of one that has ended, or of somebody else. */
function folderOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

import { once } from "node:events";
import { resolve } from "node:path";
import { type DowserError, fail } from "../errors.ts";
import { isDirectory } from "../run/folder/run-database.ts";
import { printNotice, printResult } from "../run/print/print-line.ts";
import { interrupted } from "../run/print/terminal.ts";
import { type FolderHost, openFolderHost } from "../workbench/host/folder-host.ts";
import { Guard } from "../workbench/host/guard.ts";
import { createWorkbenchServer, loadAssets } from "../workbench/host/serve.ts";

/** The options of the command line. */
export interface UiOptions {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Recordings to crawl instead of the live web. */
  readonly web: readonly string[];
  /** Project file whose stack is shown. */
  readonly stack?: string | undefined;
}

/** A workbench that answers. */
export interface OpenedUi {
  /** With the token. */
  readonly url: string;
  /** Pauses its crawls, and returns their number. */
  close(): Promise<number>;
}

/** Runs `dowser ui`: serves the page of a folder until it is interrupted, then pauses its crawls. */
export async function uiCommand(folder: string, options: UiOptions): Promise<void> {
  const ui = await openUi(folder, options);
  printResult(`Dowser is open at ${ui.url}`);
  printNotice("Ctrl-C ends it; crawls that were begun in it pause then");
  await interrupted();
  printNotice("\nending: waiting for the pages in flight");
  const paused = await ui.close();
  if (paused > 0) printNotice(`${paused} paused; resume with dowser ui, or dowser crawl`);
}

/**
 * Begins to serve the page of a folder.
 * @throws DowserError `no-such-folder`, `address-taken`, `package-missing`, and those of a stack
 * that is not found
 */
export async function openUi(folder: string, options: UiOptions): Promise<OpenedUi> {
  if (!isDirectory(folder)) throw fail("no-such-folder", { folder });
  const { web, stack } = options;
  const opened =
    stack === undefined
      ? openFolderHost(
          resolve(folder),
          web.map((path) => resolve(path)),
        )
      : await openStackOf(resolve(folder, stack));
  return serveHost(opened, options);
}

/** Opens the stack of a project file; the packages of AWS are loaded for it alone. */
async function openStackOf(file: string): Promise<FolderHost> {
  const { openStackOfProject } = await import("../workbench/host/open-stack.ts");
  return openStackOfProject(file);
}

/**
 * Begins to serve the page of a host.
 * @throws DowserError `address-taken`, `package-missing`
 */
export async function serveHost(
  opened: FolderHost,
  { host, port }: Pick<UiOptions, "host" | "port">,
): Promise<OpenedUi> {
  const assets = await loadAssets();
  let guard: Guard | undefined;
  const server = createWorkbenchServer({
    host: opened,
    assets,
    guard: () => {
      guard ??= new Guard({ host, port: portOf(server.address()) });
      return guard;
    },
  });
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (cause) {
    throw taken(host, port, cause);
  }
  const at = portOf(server.address());
  guard = new Guard({ host, port: at });
  void opened.warm();
  const shown = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return {
    url: `http://${shown.includes(":") ? `[${shown}]` : shown}:${at}/?token=${guard.token}`,
    async close() {
      const paused = await opened.close();
      server.close();
      server.closeAllConnections();
      return paused;
    },
  };
}

function portOf(address: ReturnType<ReturnType<typeof createWorkbenchServer>["address"]>): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

function taken(host: string, port: number, cause: unknown): DowserError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return fail("address-taken", { host, port, why, value: port }, cause);
}

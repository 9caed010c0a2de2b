import { spawn } from "node:child_process";
import { once } from "node:events";
import { basename, dirname } from "node:path";
import { text } from "node:stream/consumers";
import { findStack, stackClients } from "../../adapters/aws/find-stack.ts";
import { openStackStores } from "../../adapters/aws/stack-stores.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { DowserError, fail } from "../../errors.ts";
import { inspectProject } from "../../project/load-project.ts";
import { EXIT } from "../../run/print/print-error.ts";
import type { PulledAnswers } from "../../run/stack/pull-pages.ts";
import { stackAccess, stackName } from "../../run/stack/stack-client.ts";
import { startInStack } from "../../run/stack/stack-start.ts";
import { faultIn, PROGRAM } from "./crawl-process.ts";
import type { FolderHost } from "./folder-host.ts";
import { openStackHost } from "./stack-host.ts";
import { WatchedStack } from "./watched-stack.ts";

/** The option of `dowser pull` for each choice of answers. */
const ANSWERS = { all: [], targets: ["--relevant"], none: ["--no-pages"] } as const;

/**
 * Opens the stack of a project file, in the folder of that file.
 * @throws DowserError `project-unreadable`, `bad-project`, `no-stack`, `aws-refused`
 */
export async function openStackOfProject(file: string): Promise<FolderHost> {
  const { name } = await inspectProject(file);
  const root = dirname(file);
  const choice = { project: file, stackName: undefined };
  const found = await findStack(stackName(name), stackClients());
  const { blobs } = openStackStores(found);
  const stack = new WatchedStack({
    access: await stackAccess(choice),
    blobs,
    copy: (answers) => pull(root, file, answers),
    clock: systemClock,
  });
  return openStackHost({
    root,
    project: name,
    file: basename(file),
    stack,
    start: async () => {
      const order = await startInStack(file, undefined);
      if (order !== undefined) return order;
      throw fail("training-paused", { file });
    },
  });
}

/** Runs `dowser pull` as a process of its own: it reads a whole journal, and the page answers meanwhile. */
async function pull(root: string, file: string, answers: PulledAnswers): Promise<void> {
  const args = [PROGRAM, "pull", file, ...ANSWERS[answers]];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
  const [[code], said] = await Promise.all([once(child, "close"), text(child.stderr)]);
  if (code === EXIT.ok) return;
  const { code: name, message, hint } = faultIn(said);
  throw new DowserError(message, { code: name, reaction: "retry", value: file, hint });
}

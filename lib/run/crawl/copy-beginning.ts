import { copyFileSync, cpSync, existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../../errors.ts";
import { RUN_FILES } from "../folder/run-database.ts";
import { loadRunProject } from "../folder/run-project.ts";
import { seedListName } from "../folder/run-seeds.ts";

/** Files that a recrawl begins with; the need is last: when it is there, the others are. */
const BEGINNING = [RUN_FILES.training, RUN_FILES.seeds, RUN_FILES.labels, RUN_FILES.need];

/**
 * Copies what a run was asked for and has learned from people into the directory of its recrawl,
 * unless that has begun. Its pages stay where they are.
 * @throws DowserError `run-damaged` for a run without its need: the files that its project names are not read again
 */
export function copyBeginning(from: string, to: string): void {
  if (existsSync(join(to, RUN_FILES.need))) return;
  const need = join(from, RUN_FILES.need);
  if (!existsSync(need)) throw fail("run-damaged", { file: need, fault: "is missing" });
  mkdirSync(to, { recursive: true });
  const list = loadRunProject(from)?.seeds?.file;
  const kept = list === undefined ? [] : [seedListName(list)];
  for (const name of [...kept, ...BEGINNING]) {
    const [source, target] = [join(from, name), join(to, name)];
    if (!existsSync(source)) continue;
    if (name === RUN_FILES.training) cpSync(source, target, { recursive: true, force: true });
    else {
      copyFileSync(source, `${target}.new`);
      renameSync(`${target}.new`, target);
    }
  }
}

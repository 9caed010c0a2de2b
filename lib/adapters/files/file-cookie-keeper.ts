import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Rights of the owner alone. */
const PRIVATE = 0o600;

/** Keeps a text of secrets in a file; satisfies the keeper of a web's sessions. */
export interface FileCookieKeeper {
  load(): string | undefined;
  save(text: string): void;
}

/**
 * Keeps cookies in a file that its owner alone may read. Where it cannot be written, cookies last as
 * long as the process, and `onTrouble` gets the reason once.
 */
export function createFileCookieKeeper(
  file: string,
  onTrouble: (reason: string) => void,
): FileCookieKeeper {
  let isBroken = false;
  return {
    load: () => readIfThere(file),
    save(text) {
      if (isBroken) return;
      const written = `${file}.${process.pid}.tmp`;
      try {
        rmSync(written, { force: true });
        writeFileSync(written, text, { mode: PRIVATE, flag: "wx" });
        renameSync(written, file);
      } catch (error) {
        isBroken = true;
        onTrouble(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

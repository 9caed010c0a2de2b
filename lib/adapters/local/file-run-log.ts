import { appendFile, readFile, writeFile } from "node:fs/promises";
import type { RunEvent, RunLog } from "../../ports/run-log.ts";

/** A run log as a file of JSON lines; a last line that a crash cut short is dropped at opening. */
export async function openFileRunLog(file: string): Promise<RunLog> {
  const text = await readIfThere(file);
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole.length < text.length) await writeFile(file, whole);
  return {
    append: (event) => appendFile(file, `${JSON.stringify(event)}\n`),
    list: async () => (await readIfThere(file)).split("\n").filter(Boolean).map(parseEvent),
  };
}

function parseEvent(line: string): RunEvent {
  const event: RunEvent = JSON.parse(line);
  return event;
}

async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DowserError } from "../errors.ts";

const WARC_NAME = /\.warc(?:\.gz)?$/i;

/** The files of `paths`: a file as it is, a folder as the WARC files in it, at any depth, by name. */
export function listWarcFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
    if (isFolder === undefined) throw noWarc(path, "does not exist");
    if (!isFolder) return [path];
    const files = readdirSync(path, { recursive: true, encoding: "utf8" })
      .filter((name) => WARC_NAME.test(name) && statSync(join(path, name)).isFile())
      .sort();
    if (files.length === 0) throw noWarc(path, "holds no *.warc or *.warc.gz file");
    return files.map((name) => join(path, name));
  });
}

function noWarc(path: string, fault: string): DowserError {
  return new DowserError(`${path} ${fault}`, {
    code: "no-warc",
    reaction: "fix-config",
    value: path,
    hint: "name a WARC file (`file.warc.gz`), or a folder that holds some",
  });
}

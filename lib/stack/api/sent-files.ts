/** Files that a client gives the API: announced, put into the bucket by presigned requests, and read when a project names them. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { readAhead } from "../../crawl/read-ahead.ts";
import { DowserError, fail } from "../../errors.ts";
import { readRegister, type StackRegisters, writeRegister } from "../stack-registers.ts";
import { type ApiPorts, bodyOf, type Route, route } from "./route.ts";
import { noParametersSchema } from "./schemas.ts";

/** Most files of a project: their list is one item of DynamoDB, of at most 400 KB, with three bytes for each unit of a name. */
const MOST_FILES = 300;

/** Longest name of a file, in UTF-16 units. */
const MOST_NAME = 255;

/**
 * Most bytes of all files of a project. A list of seeds so long takes 519 MB and 3.9 s of a processor: the function has 768 MB, and 29 s of
 * 0.43 of a processor.
 */
const MOST_BYTES = 12 << 20;

/** A file as it was announced. */
type SentFile = StackRegisters["files"]["files"][number];

/** Body of `POST /crawl/files`. */
export const announcedSchema = z
  .strictObject({
    files: z
      .array(
        z.strictObject({
          name: z
            .string()
            .min(1)
            .max(MOST_NAME)
            .describe("As the project names it, or as one of its patterns matches it."),
          bytes: z.int().min(1).describe("Its length."),
          sha256: z
            .string()
            .regex(/^[0-9a-fA-F]{64}$/)
            .describe("SHA-256 of its bytes, in hex."),
        }),
      )
      .min(1)
      .max(MOST_FILES),
  })
  .meta({ id: "AnnouncedFiles" });

/** Answer of `POST /crawl/files`. */
const uploadsSchema = z
  .strictObject({
    files: z
      .array(
        z.strictObject({
          name: z.string(),
          url: z.url().describe("Where it is to be sent by PUT within some minutes."),
          headers: z
            .record(z.string(), z.string())
            .describe(
              "Headers that the request must have; most clients set the length themselves.",
            ),
        }),
      )
      .describe("In the order of the request."),
  })
  .meta({ id: "Uploads" });

/** The example in the description of the API. */
const EXAMPLE_FILES = {
  files: [
    {
      name: "good/hive.html",
      bytes: 5,
      sha256: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
    },
  ],
};

/** Announces files, and returns how they are uploaded. */
export const filesRoute: Route<ApiPorts> = route({
  method: "POST",
  path: "/crawl/files",
  operation: "announceFiles",
  summary:
    "Announces all files that the project of the next PUT /crawl names, in place of those announced before, and returns a request for each that uploads it. They are kept for a day; a crawl that was started needs them no more.",
  parameters: noParametersSchema,
  body: {
    description:
      "The name of each file as the project has it, relative to the project; its length, and its SHA-256.",
    content: {
      "application/json": { schema: announcedSchema, examples: { page: EXAMPLE_FILES } },
    },
  },
  status: 201,
  answer: uploadsSchema,
  run: async ({ body, ports }) => {
    const files = announcedFiles(Buffer.from(body).toString("utf8"));
    await announce(files, ports);
    const uploads = files.map(async (file) => {
      return { name: file.name, ...(await ports.presignPut(keyOf(file), file)) };
    });
    return { files: await Promise.all(uploads) };
  },
});

/** @throws DowserError `bad-parameters`, `bad-files`, `files-too-large` */
function announcedFiles(text: string): readonly SentFile[] {
  const value = bodyOf(text, { path: "/crawl/files", schema: announcedSchema });
  const files = value.files.map((file) => ({ ...file, sha256: file.sha256.toLowerCase() }));
  const taken = new Set<string>();
  for (const { name } of files) {
    if (!isOwnName(name))
      throw fail("bad-files", { fault: `has a name outside the project's folder: ${name}`, value });
    if (taken.has(name)) throw fail("bad-files", { fault: `has ${name} twice`, value });
    taken.add(name);
  }
  const within = files.find(({ name }) => foldersOf(name).some((folder) => taken.has(folder)));
  if (within !== undefined)
    throw fail("bad-files", { fault: `has a folder of ${within.name} as a file`, value });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > MOST_BYTES) throw fail("files-too-large", { bytes, most: MOST_BYTES });
  return files;
}

/** Returns whether a name is one below the folder of the project, in the one form that it has. */
function isOwnName(name: string): boolean {
  return path.posix.normalize(name) === name && !/^(?:\/|\.\.?(?:\/|$))|\/$|[\0\\]/.test(name);
}

function foldersOf(name: string): readonly string[] {
  const words = name.split("/");
  return words.slice(1).map((_, index) => words.slice(0, index + 1).join("/"));
}

/** Times that the list is written: other clients rarely write it at the same time. */
const MAX_TRIES = 5;

async function announce(
  files: readonly SentFile[],
  { keyValueStore }: Pick<ApiPorts, "keyValueStore">,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { version } = await readRegister(keyValueStore, "files");
    if (await writeRegister(keyValueStore, "files", { files }, version)) return;
  }
  throw fail("order-contended");
}

/** Returns the key of a file, which its content names: a file of several names is stored once. */
function keyOf({ sha256 }: SentFile): string {
  return `files/sha256-${sha256}`;
}

/** A file that a project names, or several by a pattern. */
export interface NamedEntry {
  /** Of the project, such as `need.good[0]`. */
  readonly key: string;
  readonly entry: string;
}

/**
 * Puts the files that a project names into a folder of their own while `read` reads them. Errors name files as the
 * project does.
 * @throws DowserError `file-missing`, `file-damaged`, and the errors of `read`
 */
export async function withSentFiles<Answer>(
  named: readonly NamedEntry[],
  ports: Pick<ApiPorts, "keyValueStore" | "blobs">,
  read: (folder: string) => Promise<Answer>,
): Promise<Answer> {
  const files = named.length === 0 ? [] : await sentFiles(named, ports);
  const folder = mkdtempSync(path.join(tmpdir(), "dowser-files-"));
  try {
    for await (const [file, bytes] of readAhead(files, (each) => storedFile(each, ports.blobs))) {
      const place = path.join(folder, file.name);
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, bytes);
    }
    return await read(folder);
  } catch (error) {
    if (!(error instanceof DowserError)) throw error;
    const { message, hint, ...details } = error;
    const own = (text: string) => text.replaceAll(`${folder}${path.sep}`, "");
    throw new DowserError(own(message), { ...details, hint: own(hint), cause: error });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sentFiles(
  named: readonly NamedEntry[],
  { keyValueStore }: Pick<ApiPorts, "keyValueStore">,
): Promise<readonly SentFile[]> {
  const { files = [] } = (await readRegister(keyValueStore, "files")).value ?? {};
  const found = named.flatMap(({ key, entry }) => {
    const meant = files.filter(({ name }) => isMeant(name, entry));
    if (meant.length === 0) throw fail("file-missing", { key, name: entry });
    return meant;
  });
  return [...new Set(found)];
}

/** Returns whether a project means a file by what it names: its name, or a pattern that does not lead out of the folder. */
function isMeant(name: string, entry: string): boolean {
  const own = path.posix.normalize(entry);
  if (own === name) return true;
  return !own.includes("..") && path.posix.matchesGlob(name, own);
}

async function storedFile(
  file: SentFile,
  blobs: Pick<ApiPorts["blobs"], "get">,
): Promise<Uint8Array> {
  const { name, bytes, sha256 } = file;
  let found: Uint8Array | undefined;
  try {
    found = await blobs.get(keyOf(file));
  } catch (cause) {
    // Who may not list the bucket is refused, by S3, an object that does not exist.
    throw fail("file-missing/upload", { name }, cause);
  }
  if (found === undefined) throw fail("file-missing/upload", { name });
  const digest = createHash("sha256").update(found).digest("hex");
  if (digest === sha256 && found.length === bytes) return found;
  const fault = `${found.length} bytes with the SHA-256 ${digest}`;
  throw fail("file-damaged", { name, fault, announced: `${bytes} bytes with ${sha256}` });
}

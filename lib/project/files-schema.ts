import { z } from "zod";
import { DEFAULTS } from "../config/defaults.ts";
import type { FileNeed } from "../domain/methods/strategy.ts";
import { extensionsOf, FILE_TYPE_NAMES, mediaTypesOf } from "../domain/web/http/file-type.ts";
import { nearestFew } from "./project-problem.ts";

/** Names that a message offers for an unknown one. */
const OFFERED = 3;

/** Edits that turn an unknown name into one that is offered: two, as of swapped letters. */
const EDITS = 2;

const fileType = z
  .string()
  .trim()
  .toLowerCase()
  .superRefine((name, context) => {
    const mediaTypes = mediaTypesOf(name);
    if (mediaTypes === undefined) {
      context.addIssue({ code: "custom", message: unknownName(name), input: name });
    } else if (mediaTypes.some((type) => DEFAULTS.scope.mediaTypes.some((page) => page === type))) {
      const message = "expected a type of files; pages are looked for without need.files";
      context.addIssue({ code: "custom", message, input: name });
    }
  });

const types = z
  .array(fileType)
  .min(1)
  .describe(
    "Types of the files: extensions such as `pdf`, or media types such as `application/pdf`.",
  );

/** Key `need.files`: the types by themselves, or with what to do about them. */
export const filesSchema = z
  .union([
    types,
    z.strictObject({
      types,
      fetch: z
        .boolean()
        .default(DEFAULTS.need.files.fetch)
        .describe("Whether files are stored, or only asked for: their type and size are recorded."),
    }),
  ])
  .transform((value) => (Array.isArray(value) ? { types: value, ...DEFAULTS.need.files } : value));

type Files = z.output<typeof filesSchema> | undefined;

/** Returns the files that a project looks for, with all media types that servers send for them. */
export function fileNeed(files: Files): FileNeed | undefined {
  if (files === undefined) return undefined;
  const mediaTypes = files.types.flatMap((name) => mediaTypesOf(name) ?? []);
  return { mediaTypes: [...new Set(mediaTypes)], fetch: files.fetch };
}

/** Returns the media types and extensions of a scope that says nothing of them; `read` are those of features. */
export function scopeDefaults(files: Files, read: readonly string[]) {
  const mediaTypes = fileNeed(files)?.mediaTypes ?? [];
  const extensions = new Set([...extensionsOf(mediaTypes), ...read]);
  return {
    mediaTypes: [...DEFAULTS.scope.mediaTypes, ...mediaTypes],
    skipExtensions: DEFAULTS.scope.skipExtensions.filter((each) => !extensions.has(each)),
  };
}

/** A list of a scope that shuts out files which the need asks for. */
interface ScopeConflict {
  readonly key: "mediaTypes" | "skipExtensions";
  readonly message: string;
}

/** Finds the lists that the user gave and by which no file of a type that is looked for would come. */
export function scopeConflicts(
  files: Files,
  scope: {
    readonly mediaTypes?: string[] | undefined;
    readonly skipExtensions?: string[] | undefined;
  },
): ScopeConflict[] {
  return (files?.types ?? []).flatMap((name): ScopeConflict[] => {
    const mediaTypes = mediaTypesOf(name) ?? [];
    const skipped = extensionsOf(mediaTypes).filter((each) => scope.skipExtensions?.includes(each));
    const isTaken = scope.mediaTypes?.some((type) => mediaTypes.includes(type)) ?? true;
    return [
      ...(isTaken ? [] : [{ key: "mediaTypes" as const, message: missingType(name, mediaTypes) }]),
      ...skipped.map((extension) => ({
        key: "skipExtensions" as const,
        message: `expected a list without ${extension}: need.files asks for ${name}`,
      })),
    ];
  });
}

function missingType(name: string, [registered = name]: readonly string[]): string {
  return `expected ${registered} in the list: need.files asks for ${name}`;
}

function unknownName(name: string): string {
  const near = nearestFew(name, FILE_TYPE_NAMES, EDITS).slice(0, OFFERED);
  const hint = near.length === 0 ? "" : `; near names: ${near.join(", ")}`;
  return `expected a type of files, as an extension such as pdf or a media type such as application/pdf${hint}`;
}

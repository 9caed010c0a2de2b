import fileTypes from "./file-types.json" with { type: "json" };

/** A type of files: its extensions, and its media types with the registered one first. */
interface FileType {
  readonly extensions: readonly string[];
  readonly mediaTypes: readonly string[];
}

/**
 * Types by their extensions, with the media types that servers send for them. The registered type
 * is first; names with `x-` are those from before its registration (IANA, RFC 6648).
 */
const TYPES: readonly FileType[] = Object.entries(fileTypes).map(([extensions, mediaTypes]) => ({
  extensions: extensions.split(" "),
  mediaTypes: mediaTypes.split(" "),
}));

const BY_EXTENSION = new Map(
  TYPES.flatMap((type) => type.extensions.map((extension) => [extension, type] as const)),
);

const BY_MEDIA_TYPE = new Map(
  TYPES.flatMap((type) => type.mediaTypes.map((mediaType) => [mediaType, type] as const)),
);

/** Media types that say nothing of a file, besides `""` where none was sent. */
export const VAGUE_TYPES: readonly string[] = [
  "application/octet-stream",
  "binary/octet-stream",
  "application/binary",
  "application/unknown",
  "application/x-unknown",
  "application/download",
  "application/x-download",
  "application/force-download",
  "application/x-force-download",
];

/** A media type without parameters (RFC 6838 §4.2), lower case. */
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** Names of file types, which are extensions in lower case without the dot. */
export const FILE_TYPE_NAMES: readonly string[] = [...BY_EXTENSION.keys()];

/**
 * Returns the media types that servers send for files of a type, the registered one first. The type
 * is named by an extension, with or without its dot, or by any media type; `undefined` for a name
 * that is neither.
 */
export function mediaTypesOf(name: string): readonly string[] | undefined {
  const lower = name.trim().toLowerCase();
  const known = BY_EXTENSION.get(lower.replace(/^\./, "")) ?? BY_MEDIA_TYPE.get(lower);
  if (known !== undefined) return known.mediaTypes;
  return MEDIA_TYPE.test(lower) ? [lower] : undefined;
}

/** Returns the extensions of files with one of these media types, lower case, without the dot. */
export function extensionsOf(mediaTypes: readonly string[]): readonly string[] {
  const known = mediaTypes.flatMap((mediaType) => BY_MEDIA_TYPE.get(mediaType) ?? []);
  return [...new Set(known)].flatMap(({ extensions }) => extensions);
}

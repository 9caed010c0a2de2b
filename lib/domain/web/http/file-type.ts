/** A type of files: its extensions, and its media types with the registered one first. */
interface FileType {
  readonly extensions: readonly string[];
  readonly mediaTypes: readonly string[];
}

const OPEN_XML = "application/vnd.openxmlformats-officedocument";
const OPEN_DOCUMENT = "application/vnd.oasis.opendocument";

/**
 * Types by extension, each line with the media types that servers send for it. The registered type
 * is first; names with `x-` are those from before its registration (IANA, RFC 6648).
 */
const TYPES: readonly FileType[] = `
pdf: application/pdf application/x-pdf application/acrobat text/pdf text/x-pdf
ps eps: application/postscript application/x-postscript
djvu djv: image/vnd.djvu image/x-djvu image/x.djvu
doc dot: application/msword application/x-msword application/doc application/vnd.msword
docx: ${OPEN_XML}.wordprocessingml.document
xls xlt: application/vnd.ms-excel application/msexcel application/x-msexcel application/excel application/x-excel application/xls
xlsx: ${OPEN_XML}.spreadsheetml.sheet
ppt pps: application/vnd.ms-powerpoint application/mspowerpoint application/powerpoint application/x-mspowerpoint
pptx ppsx: ${OPEN_XML}.presentationml.presentation ${OPEN_XML}.presentationml.slideshow
odt: ${OPEN_DOCUMENT}.text
ods: ${OPEN_DOCUMENT}.spreadsheet
odp: ${OPEN_DOCUMENT}.presentation
rtf: application/rtf text/rtf application/x-rtf text/richtext
epub: application/epub+zip
mobi: application/x-mobipocket-ebook
tex latex: application/x-tex text/x-tex application/x-latex
bib: application/x-bibtex text/x-bibtex
txt: text/plain
md: text/markdown text/x-markdown
csv: text/csv application/csv text/x-csv application/x-csv text/comma-separated-values text/x-comma-separated-values
tsv tab: text/tab-separated-values text/tsv text/x-tsv
json: application/json text/json application/x-json
jsonl ndjson: application/x-ndjson application/jsonl application/x-jsonlines
geojson: application/geo+json application/vnd.geo+json
xml: application/xml text/xml
rdf owl: application/rdf+xml
ttl: text/turtle application/x-turtle
nt: application/n-triples
yaml yml: application/yaml application/x-yaml text/yaml text/x-yaml
atom: application/atom+xml
rss: application/rss+xml application/x-rss+xml
ics: text/calendar
vcf: text/vcard text/x-vcard
kml: application/vnd.google-earth.kml+xml
kmz: application/vnd.google-earth.kmz
gpx: application/gpx+xml
sql: application/sql text/x-sql application/x-sql
sqlite: application/vnd.sqlite3 application/x-sqlite3
parquet: application/vnd.apache.parquet application/x-parquet
h5 hdf5 hdf: application/x-hdf5 application/x-hdf
nc cdf: application/netcdf application/x-netcdf
zip: application/zip application/x-zip-compressed application/x-zip
gz: application/gzip application/x-gzip
tgz: application/x-compressed-tar application/x-tgz application/x-gtar-compressed
tar: application/x-tar
bz2: application/x-bzip2
xz: application/x-xz
zst: application/zstd
7z: application/x-7z-compressed
rar: application/vnd.rar application/x-rar-compressed application/x-rar
jpg jpeg jpe: image/jpeg image/jpg image/pjpeg
png: image/png image/x-png
gif: image/gif
svg: image/svg+xml
webp: image/webp
avif: image/avif
tif tiff: image/tiff
bmp: image/bmp image/x-ms-bmp
mp3: audio/mpeg audio/mp3 audio/x-mp3
ogg oga: audio/ogg application/ogg
wav: audio/wav audio/x-wav audio/wave audio/vnd.wave
flac: audio/flac audio/x-flac
m4a: audio/mp4 audio/x-m4a
mp4 m4v: video/mp4 video/x-m4v
mpg mpeg: video/mpeg
webm: video/webm
mov: video/quicktime
avi: video/x-msvideo video/avi
mkv: video/matroska video/x-matroska`
  .trim()
  .split("\n")
  .map((line) => {
    const [extensions = "", mediaTypes = ""] = line.split(": ");
    return { extensions: extensions.split(" "), mediaTypes: mediaTypes.split(" ") };
  });

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

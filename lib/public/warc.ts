/** `dowser/warc`: the reading of WARC files, as a stream of places and record by record. */
export { type ByteSource, bufferSource, openFileSource } from "../warc/byte-source.ts";
export { readRecord, type WarcRecord } from "../warc/read-record.ts";
export {
  type RecordPlace,
  type ScannedRecord,
  type ScanTally,
  scanWarc,
} from "../warc/scan-warc.ts";
export { storedPage } from "../warc/stored-page.ts";

/** `dowser/warc`: the reading of WARC files, as a stream of places and record by record. */
export { type ByteSource, bufferSource, openFileSource } from "../adapters/warc/byte-source.ts";
export { readRecord, type WarcRecord } from "../adapters/warc/read-record.ts";
export {
  type RecordPlace,
  type ScannedRecord,
  type ScanTally,
  scanWarc,
} from "../adapters/warc/scan-warc.ts";
export { storedPage } from "../adapters/warc/stored-page.ts";

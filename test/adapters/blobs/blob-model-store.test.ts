import { createBlobModelStore } from "../../../lib/adapters/blobs/blob-pages.ts";
import { describeModelStore } from "../../contract/model-store.ts";
import { memoryBlobStore } from "../../support/memory-blob-store.ts";

describeModelStore("BlobModelStore", () => createBlobModelStore(memoryBlobStore()));

import { describeBlobStore } from "../contract/blob-store.ts";
import { memoryBlobStore } from "./memory-blob-store.ts";

describeBlobStore("The store of tests", async () => memoryBlobStore());

import { readFileSync } from "node:fs";
import { store } from "../adapters/files/store.ts";

export const broken = [readFileSync, store];

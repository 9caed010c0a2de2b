import { readFileSync } from "node:fs";
import { store } from "../adapters/local/store.ts";

export const broken = [readFileSync, store];

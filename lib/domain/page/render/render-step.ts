/** How far a page is with rendering. */

import type { Rendering } from "../rendering.ts";
import type { HostNeed } from "./host-need.ts";

/** It may be asked for, or it was tried. A plain value, as a page may be read in another thread. */
export type RenderStep =
  | { readonly kind: "may"; readonly need: Exclude<HostNeed, "never"> }
  | { readonly kind: "tried"; readonly rendering: Omit<Rendering, "html"> };

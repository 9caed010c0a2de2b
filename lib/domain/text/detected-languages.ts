/**
 * Languages that are detected, by ISO 639-1. A declared language that is not among them is never
 * corrected.
 */
export const DETECTED_LANGUAGES: ReadonlySet<string> = new Set(
  "am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nl no or pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh".split(
    " ",
  ),
);

import { InvalidArgumentError } from "@commander-js/extra-typings";

/** Reads an option that is a whole number from `least` on. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isSafeInteger(value) && value >= least && /^\d+$/.test(text)) return value;
    throw new InvalidArgumentError(`expected a whole number from ${least}.`);
  };
}

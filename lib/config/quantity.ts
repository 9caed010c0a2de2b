/** Sizes and times as users write them. */
import { z } from "zod";

/** Bytes of each unit; `MB` is decimal and `MiB` binary (IEC 80000-13). */
const BYTES: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
  tib: 1024 ** 4,
};

/** Milliseconds of each unit. */
const MILLISECONDS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1e3,
  min: 6e4,
  m: 6e4,
  h: 3.6e6,
  d: 8.64e7,
};

const QUANTITY = /^(\d{1,15}(?:\.\d{1,9})?)\s?([a-z]{1,3})$/i;

/**
 * Makes the schema of a size: a number of bytes, or text such as `5MB` and `512 KiB`; the result is
 * whole bytes.
 */
export function byteSize() {
  return quantity({ units: BYTES, example: "5MB", whole: true, resultUnit: 1 }).pipe(
    z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  );
}

/**
 * Makes the schema of a time: a number in `unit`, or text such as `30s` and `1.5h`; the result is a
 * number in `unit`.
 */
export function duration(unit: "ms" | "s" | "h") {
  return quantity({
    units: MILLISECONDS,
    example: "30s",
    whole: unit === "ms",
    resultUnit: MILLISECONDS[unit] ?? 1,
  });
}

interface QuantityRule {
  readonly units: Readonly<Record<string, number>>;
  readonly example: string;
  /** Whether fractions are rounded away. */
  readonly whole: boolean;
  /** The unit of the result, as a number of bytes or milliseconds. */
  readonly resultUnit: number;
}

function quantity({ units, example, whole, resultUnit }: QuantityRule) {
  return z.union([z.number(), z.string()]).transform((input, context) => {
    if (typeof input === "number") return input;
    const [, digits, unit = ""] = QUANTITY.exec(input) ?? [];
    const factor = Object.hasOwn(units, unit.toLowerCase()) ? units[unit.toLowerCase()] : undefined;
    if (digits === undefined || factor === undefined) {
      context.addIssue({
        code: "custom",
        message: `expected a number, or one with a unit (${Object.keys(units).join(", ")}) such as ${example}`,
        input,
      });
      return z.NEVER;
    }
    const amount = (Number(digits) * factor) / resultUnit;
    return whole ? Math.round(amount) : amount;
  });
}

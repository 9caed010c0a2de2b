import type { Json } from "../../lib/domain/json.ts";
import type { Registers } from "../../lib/ports/registers.ts";

/** Registers for as long as the process lasts. */
export function memoryRegisters(): Registers {
  const registers = new Map<string, { readonly version: number; readonly json: string }>();
  return {
    async read(name) {
      const held = registers.get(name);
      if (held === undefined) return undefined;
      const value: Json = JSON.parse(held.json);
      return { version: held.version, value };
    },
    async write(name, value, version) {
      if ((registers.get(name)?.version ?? 0) !== version) return false;
      registers.set(name, { version: version + 1, json: JSON.stringify(value) });
      return true;
    },
  };
}

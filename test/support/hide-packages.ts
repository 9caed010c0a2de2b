/**
 * Loaded by `--import`: packages outside `dependencies` are as if they were not installed, and the error is
 * Node's own.
 */
import { registerHooks } from "node:module";
import packageJson from "../../package.json" with { type: "json" };

const { optionalDependencies, devDependencies } = packageJson;
const hidden = Object.keys({ ...optionalDependencies, ...devDependencies });

registerHooks({
  resolve: (specifier, context, next) => {
    const isHidden = hidden.some((name) => specifier === name || specifier.startsWith(`${name}/`));
    return next(specifier, isHidden ? { ...context, parentURL: "file:///nowhere/a.js" } : context);
  },
});

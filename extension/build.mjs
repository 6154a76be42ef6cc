// Bundles the extension and its web views into extension/dist, and refuses a bundle over its budget.
import { readFile, stat } from "node:fs/promises";
import { build } from "esbuild";

const BUDGET = 400_000;
const BUNDLE = "extension/dist/extension.js";

/** What the language client can do and our server does not offer; tests/server/test_lifecycle.py compares them. */
const UNUSED_FEATURES = [
  "callHierarchy",
  "colorProvider",
  "completion",
  "declaration",
  "diagnostic",
  "documentHighlight",
  "executeCommand",
  "formatting",
  "implementation",
  "inlineCompletion",
  "inlineValue",
  "linkedEditingRange",
  "moniker",
  "notebook",
  "selectionRange",
  "signatureHelp",
  "textDocumentContent",
  "typeDefinition",
  "typeHierarchy",
  "workspaceSymbol",
];

/** A feature that the client registers as any other, and that does nothing. */
const IDLE_FEATURE = `
class Idle {
  fillClientCapabilities() {}
  initialize() {}
  getState() { return { kind: "static" }; }
  clear() {}
}
module.exports = new Proxy({}, { get: () => Idle });`;

/** What TypeScript writes into the head of each file of the library, taken once. */
const HELPERS = `
const __createBinding = (to, from, name) => {
  const found = Object.getOwnPropertyDescriptor(from, name);
  Object.defineProperty(to, name, found?.get ? found : { enumerable: true, get: () => from[name] });
};
const __exportStar = (from, to) => {
  for (const name in from) if (name !== "default" && !Object.hasOwn(to, name)) __createBinding(to, from, name);
};
const __importStar = (from) => (from?.__esModule ? from : { ...from, default: from });
const __importDefault = (from) => (from?.__esModule ? from : { default: from });
const __setModuleDefault = (to, value) => Object.defineProperty(to, "default", { enumerable: true, value });
const __getter = (to, name, get) => Object.defineProperty(to, name, { enumerable: true, get });
module.exports = { __createBinding, __exportStar, __importStar, __importDefault, __setModuleDefault, __getter };`;

/** The library's globs, of which the server registers one: whatever file is renamed. */
const EVERY_FILE = "exports.Minimatch = class { makeRe() { return /^/; } match() { return true; } };";

/** What a file of the library takes over from another, and its mark as a module. */
const GETTER =
  /^Object\.defineProperty\(exports, ("\w+"), \{ enumerable: true, get: function \(\) \{ return ([\w.]+); \} \}\);$/gm;
const MARK = 'Object.defineProperty(exports, "__esModule", { value: true });';

const HELPER = /^var (__\w+) = \(this && this\.__\w+\) \|\| [^]*?^(?:\}\)?|\}\)\(\)|\}\)\));$/gm;

const smallClient = {
  name: "small-client",
  setup(bundler) {
    const idle = String.raw`vscode-language(client|server-protocol)[\\/]lib[\\/]common[\\/](protocol\.)?(${UNUSED_FEATURES.join("|")})\.js$`;
    bundler.onLoad({ filter: new RegExp(idle) }, () => ({ contents: IDLE_FEATURE }));
    bundler.onLoad({ filter: /node_modules[\\/]vscode-.*\.js$/ }, async ({ path }) => {
      const code = await readFile(path, "utf8");
      const small = code
        .replace(HELPER, 'var $1 = require("typescript-helpers").$1;')
        .replace(MARK, "exports.__esModule = true;")
        .replace(GETTER, 'require("typescript-helpers").__getter(exports, $1, () => $2);');
      return { contents: small };
    });
    bundler.onResolve({ filter: /^typescript-helpers$/ }, ({ path }) => ({ path, namespace: "helpers" }));
    bundler.onLoad({ filter: /./, namespace: "helpers" }, () => ({ contents: HELPERS }));
    bundler.onResolve({ filter: /^minimatch$/ }, ({ path }) => ({ path, namespace: "every-file" }));
    bundler.onLoad({ filter: /./, namespace: "every-file" }, () => ({ contents: EVERY_FILE }));
  },
};

// The code stays in ASCII, as is esbuild's way: with one letter beyond Latin-1 it takes twice the memory.
const common = { bundle: true, minify: true, logLevel: "warning" };

await build({
  ...common,
  entryPoints: ["extension/src/extension.ts"],
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  plugins: [smallClient],
  sourcemap: true,
  outfile: BUNDLE,
});
await build({
  ...common,
  entryPoints: ["label.ts", "label.css", "report.ts", "table.ts", "table.css"].map(
    (each) => `extension/webview/${each}`,
  ),
  platform: "browser",
  format: "iife",
  target: "es2022",
  outdir: "extension/dist",
});

const { size } = await stat(BUNDLE);
if (size > BUDGET) {
  throw new Error(
    `${BUNDLE} has ${size.toLocaleString("en")} bytes; its budget is ${BUDGET.toLocaleString("en")}.`,
  );
}

// Writes the README that the .vsix carries. The editor shows pictures from an https address alone: with IMAGES_URL they
// are taken from there, and without one they are left out, for they would be shown as broken.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const folder = import.meta.dirname;
const address = process.env.IMAGES_URL ?? "";
const picture = /^(!\[[^\]]*\])\(\.\.\/docs\/images\/([\w-]+\.png)\)\n\n/gm;
const text = readFileSync(path.join(folder, "README.md"), "utf8").replace(picture, (_, title, name) =>
  address === "" ? "" : `${title}(${new URL(name, `${address}/`)})\n\n`,
);
mkdirSync(path.join(folder, "dist"), { recursive: true });
writeFileSync(path.join(folder, "dist/README.md"), text);

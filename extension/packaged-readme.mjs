// Writes the README that the .vsix carries. The editor shows pictures from an https address alone: with IMAGES_URL they
// are taken from there, and without one they are left out, for they would be shown as broken. The argument is where to.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const folder = import.meta.dirname;
const address = process.env.IMAGES_URL ?? "";
const picture = /^(!\[[^\]]*\])\(\.\.\/docs\/images\/([\w-]+\.(?:png|gif))\)\n\n/gm;
const text = readFileSync(path.join(folder, "README.md"), "utf8").replace(picture, (_, title, name) =>
  address === "" ? "" : `${title}(${new URL(name, `${address}/`)})\n\n`,
);
const place = process.argv[2] ?? path.join(folder, "dist/README.md");
mkdirSync(path.dirname(place), { recursive: true });
writeFileSync(place, text);

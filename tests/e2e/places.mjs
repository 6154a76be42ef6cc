// Where the tests find what was built for them, and where they leave pictures.
import path from "node:path";

export const repository = path.resolve(import.meta.dirname, "../..");
export const cache = path.join(repository, ".cache/e2e");
export const screenshots = path.join(repository, "screenshots");
export const pictures = path.join(screenshots, "pictures");
/** The packaged server, set up already: for tests that are not about the installation. */
export const packagedPython = path.join(cache, "server/bin/python");

// The bundled example in one window: from nothing to a set, its table and its view, and what changes of the prompt ask for.
import "./table.mjs";
import "./overview.mjs";
import "./chain.mjs";
import "./proposals.mjs";
import "./versions.mjs";

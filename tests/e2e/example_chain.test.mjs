// The bundled example in one window: from nothing to a set, its table and its view.
import "./table.mjs";
import "./overview.mjs";
import "./chain.mjs";

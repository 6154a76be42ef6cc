// The bundled example in one window: what its changes ask for.
import "./proposals.mjs";
import "./versions.mjs";

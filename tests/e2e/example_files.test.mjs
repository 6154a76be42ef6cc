// The bundled example in one window: what its changes ask for, its server, its tests, and what other programs do.
import "./proposals.mjs";
import "./versions.mjs";
import "./pasting.mjs";
import "./extension.mjs";
import "./testing.mjs";
import "./outside.mjs";
import "./prompt.mjs";
import "./broken_interpreter.mjs";

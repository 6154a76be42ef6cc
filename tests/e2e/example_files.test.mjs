// The bundled example in one window: its server, its tests, and what other programs do to its files.
import "./extension.mjs";
import "./testing.mjs";
import "./outside.mjs";
import "./prompt.mjs";
import "./broken_interpreter.mjs";

// From an empty window, as a newcomer has it: in one editor, whose environment the first suite makes.
import "./first_minute.mjs";
import "./walkthrough.mjs";
import "./own_prompt.mjs";
import "./limited.mjs";

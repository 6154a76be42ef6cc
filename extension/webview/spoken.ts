// The words of the page, which the extension puts beside it; imported first, for texts are made while modules are read.
import { speak, Words } from "../src/language";

speak(JSON.parse(document.getElementById("words")?.textContent ?? "{}") as Words);

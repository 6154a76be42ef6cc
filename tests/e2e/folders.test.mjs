// Other folders than the bundled example's, one after the other in one window.
import "./contexts_and_values.mjs";
import "./two_folders.mjs";
import "./empty_view.mjs";

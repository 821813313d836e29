/** The page begins here: state, the one element on the page, and the first run on the built-in example. */
import { App } from "./parts/app.ts";
import { defineParts } from "./parts/index.ts";
import { Inspector } from "./state.ts";
import { applyTheme, storedTheme } from "./theme.ts";

defineParts();
applyTheme(storedTheme());
const inspector = new Inspector();
const app = new App();
app.inspector = inspector;
document.body.append(app);
void inspector.run();

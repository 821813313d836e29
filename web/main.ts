/** The page begins here: the one element on it, in a host that keeps the view in the address. */
import { PageHost } from "./host.ts";
import { App, defineParts } from "./parts/index.ts";

defineParts();
const app = new App();
app.host = new PageHost();
document.body.append(app);

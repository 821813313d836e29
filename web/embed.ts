/**
 * `<transcript-inspector>` for other pages: load this script and the style sheet beside it, put the element somewhere,
 * and call its `open(name, text)`. It keeps nothing and touches no address.
 */
import "./style/inspector.css";
import { defineParts } from "./parts/index.ts";

defineParts();

/** The program: `deno run --allow-read --allow-write src/adapters/deno/cli.ts COMMAND ...`. */
import { main } from "./index.ts";

Deno.exitCode = await main(Deno.args);

// What a process of the machine takes: read where Linux tells.
import { readFile, writeFile } from "node:fs/promises";

/** The memory that a process has in the machine, in MiB: now, and the most since it was asked to begin anew. */
export async function memoryOf(pid: number): Promise<{ readonly now: number; readonly peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const mib = (name: string): number => Number(new RegExp(`^${name}:\\s*(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
  return { now: mib("VmRSS"), peak: mib("VmHWM") };
}

/** The processor time that a process has used, in milliseconds. */
export async function processorTimeOf(pid: number): Promise<number> {
  // Behind the name, which may hold anything: of its own and of the system, in hundredths of a second.
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ").at(-1)?.split(" ") ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** Begins anew with the peak. */
export async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, "5");
}

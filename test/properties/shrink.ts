// Makes a failing transcript small: leaves out messages, then blocks, then fields, as long as it still fails.

type Fails = (messages: unknown[]) => Promise<boolean>;

/** The smallest transcript found that still fails. Gives up after `tries` attempts. */
export async function shrink(messages: readonly unknown[], fails: Fails, tries = 400): Promise<unknown[]> {
  let best = [...messages];
  let left = tries;
  const attempt = async (candidate: unknown[]): Promise<boolean> => {
    if (left <= 0) return false;
    left--;
    if (!(await fails(candidate))) return false;
    best = candidate;
    return true;
  };
  for (let size = Math.ceil(best.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let at = 0; at < best.length; ) {
      if (!(await attempt(best.toSpliced(at, size)))) at += size;
    }
  }
  for (let index = best.length - 1; index >= 0; index--) await shrinkBlocks(index, attempt, () => best);
  for (let index = best.length - 1; index >= 0; index--) await shrinkFields(index, attempt, () => best);
  return best;
}

type Attempt = (candidate: unknown[]) => Promise<boolean>;

async function shrinkBlocks(index: number, attempt: Attempt, best: () => unknown[]): Promise<void> {
  const contentOf = (): unknown => (best()[index] as Record<string, unknown> | null)?.["content"];
  const first = contentOf();
  if (!Array.isArray(first)) return;
  for (let at = first.length - 1; at >= 0; at--) {
    const content = contentOf();
    if (!Array.isArray(content)) return;
    await attempt(best().with(index, { ...(best()[index] as object), content: content.toSpliced(at, 1) }));
  }
}

async function shrinkFields(index: number, attempt: Attempt, best: () => unknown[]): Promise<void> {
  const message = best()[index];
  if (typeof message !== "object" || message === null || Array.isArray(message)) return;
  for (const key of Object.keys(message)) {
    if (key === "role" || key === "content") continue;
    const { [key]: _dropped, ...rest } = best()[index] as Record<string, unknown>;
    await attempt(best().with(index, rest));
  }
}

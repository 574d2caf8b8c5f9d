/** Polls every 5 ms until the function returns something true. @param patience milliseconds, which only a failing test waits for. @returns that answer. @throws when patience runs out. */
export async function until<Answer>(
  question: () => Promise<Answer> | Answer,
  what: string,
  patience = 60_000,
): Promise<Exclude<Answer, null | undefined | false>> {
  for (const end = performance.now() + patience; ;) {
    const answer = await question();
    if (answer) return answer as Exclude<Answer, null | undefined | false>;
    if (performance.now() > end) throw new Error(`waited ${patience} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

import type { Terminal } from '../../tools/bench/terminal.ts'

/** Says yes to what the drill asks, once it can be answered. */
export async function agree(screen: Terminal, question: string): Promise<void> {
  await screen.until(question)
  await screen.until('No')
  screen.press('y')
}

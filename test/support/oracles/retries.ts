import { type Reply, type RetrySettings, START_MS } from '../http/retries.ts'

/** What the contract asks for, said once more and plainly. */
export function journalOf(
  { tries, baseMs, capMs, maxWaitMs, random }: RetrySettings,
  replies: readonly Reply[],
): string {
  const journal: string[] = []
  let waited = 0
  for (let n = 1; ; n++) {
    const answer = replies[Math.min(n, replies.length) - 1]
    const [status, told] = Array.isArray(answer) ? answer : [answer]
    journal.push(told === undefined ? `${status}` : `${status} (${told})`)
    if ((status !== 429 && status !== 503) || n === tries) break
    let wait = random * Math.min(capMs, baseMs * 2 ** (n - 1))
    if (/^\d+$/.test(told ?? '')) wait = 1000 * Number(told)
    else if (told?.endsWith('GMT')) wait = Math.max(0, Date.parse(told) - START_MS - waited)
    if (waited + wait > maxWaitMs) break
    if (wait > 0) journal.push(`${wait} ms`)
    waited += wait
  }
  return journal.join(', ')
}

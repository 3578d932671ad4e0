import { describe, test } from 'vitest'
import { fetchWithRetry } from '#kata/18-http-429/http-429.ts'
import { attemptAsync, handlesRejections, showThrown, Wrong } from '#support'
import { RetryWorld, settled } from '#support/http'

const settings = { tries: 5, baseMs: 100, capMs: 1000, maxWaitMs: 600_000, random: () => 0.5 }

describe('step 2: the body of a 429', () => {
  test('a 429 without a body is asked again as any other', async () => {
    let asked = 0
    const fetch = async () => new Response(null, { status: ++asked === 1 ? 429 : 204 })
    const { sleep, now } = new RetryWorld([])
    const options = { ...settings, fetch, sleep, now }
    const outcome = await attemptAsync(() => fetchWithRetry('http://127.0.0.1/', options))
    if ('returned' in outcome && (outcome.returned as Response).status === 204) return
    const did =
      'threw' in outcome ? `threw     ${showThrown(outcome.threw)}` : `asked ${asked} times`
    throw new Wrong(`a 429 without a body, then a 204\n  ${did}\n  expected  the 204`)
  })
})

describe('for a star', () => {
  /** The last of three is returned, and none of the others left unread. */
  async function leavesOneUnread(status: number): Promise<void> {
    const left: string[] = []
    let asked = 0
    const fetch = async () => {
      const name = `response ${++asked}`
      left.push(name)
      const done = () => left.splice(left.indexOf(name), 1)
      const body = new ReadableStream(
        {
          pull(controller) {
            controller.enqueue(new TextEncoder().encode(name))
            controller.close()
            done()
          },
          cancel: () => void done(),
        },
        { highWaterMark: 0 },
      )
      return new Response(body, { status })
    }
    const sleep = async () => {}
    const call = fetchWithRetry('http://127.0.0.1/', { ...settings, tries: 3, fetch, sleep })
    const response = await call
    await settled(Promise.resolve())
    if (left.join() !== 'response 3') {
      throw new Wrong(
        `three ${status}s; unread: ${left.join(', ')}\n  expected  the one returned alone`,
      )
    }
    const text = await response.text()
    if (text !== 'response 3') throw new Wrong(`the text is ${text}\n  expected  response 3`)
  }

  test('stretch: a response that is not returned is not left unread: its connection is free', async () => {
    await leavesOneUnread(429)
    await leavesOneUnread(503)
  })

  test('stretch: a 429 whose body breaks leaves no rejection that nobody handles', async () => {
    const broken = new ReadableStream({
      start: (controller) => controller.error(new Error('the connection broke')),
    })
    let asked = 0
    const fetch = async () =>
      ++asked === 1 ? new Response(broken, { status: 429 }) : new Response('served')
    const sleep = async () => {}
    await handlesRejections('the first answer, a 429, breaks in its body', () =>
      // To ask again and to throw are right, either.
      attemptAsync(() => fetchWithRetry('http://127.0.0.1/', { ...settings, fetch, sleep })),
    )
  })
})
